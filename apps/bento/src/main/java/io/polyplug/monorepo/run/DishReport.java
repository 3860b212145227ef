package io.polyplug.monorepo.run;

import java.util.List;
import java.util.Optional;

/** What became of a dish. */
public record DishReport(
    String name,
    String path,
    Optional<String> language,
    Optional<InstallReport> install,
    List<TaskReport> tasks) {
  public DishReport {
    tasks = List.copyOf(tasks);
  }

  /** Whether nothing that waits for this may go on. */
  boolean failed() {
    for (TaskReport task : tasks) {
      if (task.outcome() instanceof Outcome.Failed) {
        return true;
      }
    }
    return false;
  }
}
