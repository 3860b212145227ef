package io.polyplug.monorepo.plan;

import io.polyplug.monorepo.adapters.Adapter;
import io.polyplug.monorepo.config.Dish;
import java.util.List;
import java.util.Optional;

/** A dish with its language and its tasks: what a plan and a run both start from. */
public record PreparedDish(Dish dish, Optional<Adapter> adapter, List<ResolvedTask> tasks) {
  public PreparedDish {
    tasks = List.copyOf(tasks);
  }

  /**
   * Whether the result of a task may be kept and found again. Asked after its key was: that may be
   * what an answer was lost for.
   */
  public boolean canKeep(ResolvedTask task) {
    return task.cacheable()
        && !(adapter.isPresent() && adapter.get().lostToolchain(dish.directory()));
  }

  /** The same with one task only; empty if it does not have it. */
  public Optional<PreparedDish> only(String name) {
    for (ResolvedTask task : tasks) {
      if (task.name().equals(name)) {
        return Optional.of(new PreparedDish(dish, adapter, List.of(task)));
      }
    }
    return Optional.empty();
  }

  public Optional<String> language() {
    return adapter.map(Adapter::id);
  }
}
