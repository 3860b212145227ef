package io.polyplug.monorepo.run;

import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.monorepo.plan.ResolvedTask;
import java.nio.file.Path;
import java.util.Optional;

/** Runs commands where tasks run. Safe from any thread. */
public interface TaskCommands {
  /**
   * Runs a command in the place of a task, to its end. An interrupt ends it with all that it
   * started.
   *
   * @param command the task's own, or the one that captures its diagnostics
   */
  TaskEnd run(PreparedDish dish, ResolvedTask task, String command)
      throws WorkspaceProblem, InterruptedException;

  /** A folder whose programs this dish prefers, for what is run on this machine. */
  default Optional<Path> programs(PreparedDish dish) {
    return Optional.empty();
  }

  /** As {@link #programs}, and tells if what the dish prefers is not there to be used. */
  default Optional<Path> programsToUse(PreparedDish dish) {
    return programs(dish);
  }
}
