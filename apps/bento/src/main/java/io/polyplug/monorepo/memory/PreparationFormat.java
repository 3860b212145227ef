package io.polyplug.monorepo.memory;

import io.polyplug.bento.Toolchain;
import io.polyplug.monorepo.plan.RememberedDish;
import io.polyplug.monorepo.plan.RememberedDish.RememberedPin;
import io.polyplug.monorepo.plan.ResolvedTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Languages and tasks of dishes as numbers. Pure functions; one writes what the other reads. */
final class PreparationFormat {
  private static final int NOT_ASKED = 0;
  private static final int NOTHING_PINNED = 1;
  private static final int PINNED = 2;

  private PreparationFormat() {}

  static void write(Map<String, RememberedDish> dishes, PoolWriter out) {
    out.number(dishes.size());
    dishes.forEach(
        (path, dish) -> {
          out.text(path);
          out.text(dish.adapter());
          out.number(dish.tasks().size());
          for (ResolvedTask task : dish.tasks()) {
            write(task, out);
          }
          write(dish.pin(), out);
        });
  }

  static Map<String, RememberedDish> read(PoolReader in) {
    int count = in.count();
    Map<String, RememberedDish> dishes = HashMap.newHashMap(count);
    for (int i = 0; i < count; i++) {
      String path = in.text();
      String adapter = in.text();
      int size = in.count();
      List<ResolvedTask> tasks = new ArrayList<>(size);
      for (int j = 0; j < size; j++) {
        tasks.add(task(in));
      }
      dishes.put(path, new RememberedDish(adapter, tasks, pin(in)));
    }
    return dishes;
  }

  private static void write(Optional<RememberedPin> pin, PoolWriter out) {
    if (pin.isEmpty()) {
      out.number(NOT_ASKED);
    } else if (pin.get().toolchain().isEmpty()) {
      out.number(NOTHING_PINNED);
    } else {
      Toolchain toolchain = pin.get().toolchain().get();
      out.number(PINNED);
      out.text(toolchain.tool());
      out.text(toolchain.version());
    }
  }

  private static Optional<RememberedPin> pin(PoolReader in) {
    return switch (in.number()) {
      case NOT_ASKED -> Optional.empty();
      case NOTHING_PINNED -> Optional.of(new RememberedPin(Optional.empty()));
      case PINNED ->
          Optional.of(new RememberedPin(Optional.of(new Toolchain(in.text(), in.text()))));
      default -> throw new IndexOutOfBoundsException("no such kind of pin");
    };
  }

  private static void write(ResolvedTask task, PoolWriter out) {
    out.text(task.name());
    out.text(task.run());
    out.texts(task.inputs());
    out.texts(task.outputs());
    out.texts(task.workspaceOutputs());
    out.texts(task.env());
    out.number(task.retry());
    out.flag(task.cacheable());
    out.flag(task.explicitRun());
  }

  private static ResolvedTask task(PoolReader in) {
    return new ResolvedTask(
        in.text(),
        in.text(),
        in.texts(),
        in.texts(),
        in.texts(),
        in.texts(),
        in.number(),
        in.flag(),
        in.flag());
  }
}
