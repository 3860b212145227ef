package io.polyplug.monorepo.run;

/** The numbers of a run; skipped tasks are in none of them. */
public record RunSummary(
    int dishes,
    int tasks,
    int hits,
    int built,
    int failed,
    int flaky,
    int installs,
    int installFailures,
    long millis) {
  static RunSummary of(RunReport report) {
    int dishes = 0;
    int hits = 0;
    int built = 0;
    int failed = 0;
    int flaky = 0;
    int installs = 0;
    int installFailures = 0;
    for (BentoReport bento : report.bentos()) {
      for (DishReport dish : bento.dishes()) {
        dishes++;
        if (dish.install().isPresent()) {
          installs++;
          installFailures += dish.install().get().error().isPresent() ? 1 : 0;
        }
        for (TaskReport task : dish.tasks()) {
          flaky += task.flaky() ? 1 : 0;
          switch (task.outcome()) {
            case Outcome.CacheHit _ -> hits++;
            case Outcome.Built _ -> built++;
            case Outcome.Failed _ -> failed++;
            case Outcome.Skipped _ -> {}
          }
        }
      }
    }
    return new RunSummary(
        dishes,
        hits + built + failed,
        hits,
        built,
        failed,
        flaky,
        installs,
        installFailures,
        report.millis());
  }

  /** Whether all that was to be done succeeded. */
  public boolean succeeded() {
    return failed == 0 && installFailures == 0;
  }
}
