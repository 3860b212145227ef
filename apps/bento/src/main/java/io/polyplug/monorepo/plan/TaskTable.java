package io.polyplug.monorepo.plan;

import io.polyplug.base.UntrustedText;
import io.polyplug.bento.AdapterTask;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.adapters.Adapter;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.TaskBlock;
import io.polyplug.monorepo.config.Utf8Order;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a dish that plans are made of: what its adapter offers, with what the dish writes on
 * top (sections 6.2 and 6.3). Pure functions.
 */
public final class TaskTable {
  private TaskTable() {}

  /** The tasks, sorted by the bytes of their names; none if there is nothing to do. */
  public static List<ResolvedTask> of(Dish dish, Optional<Adapter> adapter)
      throws WorkspaceProblem {
    Map<String, ResolvedTask> tasks = new LinkedHashMap<>();
    if (adapter.isPresent()) {
      for (AdapterTask task : adapter.get().tasks(dish.directory())) {
        tasks.put(task.name(), offered(dish, task));
      }
    }
    for (Map.Entry<String, TaskBlock> entry : dish.tasks().entrySet()) {
      String name = entry.getKey();
      ResolvedTask inherited = tasks.get(name);
      ResolvedTask task = written(dish, name, entry.getValue(), inherited, adapter.isPresent());
      if (inherited != null || entry.getValue().ci() || isUsual(name)) {
        tasks.put(name, task);
      }
    }
    List<ResolvedTask> sorted = new ArrayList<>(tasks.values());
    sorted.sort((a, b) -> Utf8Order.compare(a.name(), b.name()));
    return sorted;
  }

  /** Whether a task of this name takes part in plans wherever it is written. */
  private static boolean isUsual(String name) {
    return switch (name) {
      case "build", "check", "test", "lint" -> true;
      default -> false;
    };
  }

  private static ResolvedTask offered(Dish dish, AdapterTask task) {
    List<String> inputs = task.inputs();
    if (!dish.inputs().isEmpty()) {
      Set<String> both = new LinkedHashSet<>(inputs);
      both.addAll(dish.inputs());
      inputs = List.copyOf(both);
    }
    return new ResolvedTask(
        task.name(),
        task.run(),
        inputs,
        globs(task.outputs().orElse(dish.outputs())),
        List.of(),
        List.of(),
        0,
        true,
        false);
  }

  private static ResolvedTask written(
      Dish dish, String name, TaskBlock block, @Nullable ResolvedTask inherited, boolean adapted)
      throws WorkspaceProblem {
    if (inherited == null && block.run().isEmpty()) {
      throw nothingToRun(dish, name, adapted);
    }
    List<String> inputs =
        block.inputs().orElse(inherited == null ? dish.inputs() : inherited.inputs());
    List<String> outputs =
        block.outputs().orElse(inherited == null ? dish.outputs() : inherited.outputs());
    return new ResolvedTask(
        name,
        block.run().orElse(inherited == null ? "" : inherited.run()),
        inputs,
        globs(outputs),
        globs(block.workspaceOutputs().orElse(List.of())),
        block.env(),
        block.retry(),
        block.cache() && (adapted || !inputs.isEmpty()),
        block.run().isPresent());
  }

  private static WorkspaceProblem nothingToRun(Dish dish, String name, boolean adapted) {
    String key = "tasks." + UntrustedText.excerpt(name, 100) + ".run";
    String why =
        adapted ? "its language offers no task of this name" : "no adapter is known for the dish";
    String shown = UntrustedText.excerpt(dish.name(), 100);
    return new WorkspaceProblem(
        ProblemKind.CONFIG_MISSING,
        "The dish " + shown + " has no command for " + key + ", and " + why + ".",
        Optional.of(
            UntrustedText.escape(dish.directory().resolve("dish.toml").toString())
                + " ("
                + key
                + ")"),
        Optional.of("Write the command, or name the language that has one."),
        List.of());
  }

  /** Outputs as globs: a folder that is written with a slash at its end means all that is in it. */
  public static List<String> globs(List<String> outputs) {
    boolean plain = true;
    for (String output : outputs) {
      plain &= !output.endsWith("/");
    }
    if (plain) {
      return outputs;
    }
    List<String> globs = new ArrayList<>(outputs.size());
    for (String output : outputs) {
      globs.add(output.endsWith("/") ? output + "**" : output);
    }
    return List.copyOf(globs);
  }
}
