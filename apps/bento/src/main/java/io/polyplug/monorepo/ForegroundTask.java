package io.polyplug.monorepo;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.config.TaskBlock;
import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.monorepo.plan.ResolvedTask;
import java.util.List;
import java.util.Optional;

/** Finds the command of a task that is to be run in the foreground. Pure functions. */
final class ForegroundTask {
  private ForegroundTask() {}

  /** Only one that the dish itself writes. */
  static String command(PreparedDish dish, String taskName) throws WorkspaceProblem {
    TaskBlock block = dish.dish().tasks().get(taskName);
    if (block != null && block.run().isPresent()) {
      return block.run().get();
    }
    boolean known = block != null;
    for (ResolvedTask task : dish.tasks()) {
      known |= task.name().equals(taskName);
    }
    String shown = UntrustedText.excerpt(taskName, 80);
    String name = UntrustedText.escape(dish.dish().name());
    if (known) {
      return refuse(
          ProblemKind.TASK_NOT_AD_HOC,
          "the task " + shown + " of " + name + " has no command in dish.toml",
          Optional.of("Only a task with a command of its own can be run in the foreground."),
          dish,
          List.of("polyplug bento " + shown + " " + name));
    }
    return refuse(
        ProblemKind.TASK_NOT_FOUND,
        "the dish " + name + " has no task " + shown,
        Optional.empty(),
        dish,
        List.copyOf(dish.dish().tasks().keySet()));
  }

  private static String refuse(
      ProblemKind kind,
      String message,
      Optional<String> hint,
      PreparedDish dish,
      List<String> nextSteps)
      throws WorkspaceProblem {
    String file = dish.dish().directory().resolve("dish.toml").toString();
    throw new WorkspaceProblem(kind, message, Optional.of(file), hint, nextSteps);
  }
}
