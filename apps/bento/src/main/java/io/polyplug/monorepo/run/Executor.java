package io.polyplug.monorepo.run;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.config.RepositorySettings;
import io.polyplug.monorepo.plan.PreparedDish;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs bentos one after another, level by level, several dishes at once. One run each; {@link
 * #cancel} is safe from any thread, and ends every process that runs before the run returns.
 */
public final class Executor implements AutoCloseable {
  private final TaskResults results;
  private final TaskCommands commands;
  private final FailureDiagnostics diagnostics;
  private final RunListener listener;
  private final Clock clock;
  private final boolean failFast;
  private final Batches batches;

  public Executor(
      RepositorySettings settings,
      TaskResults results,
      TaskCommands commands,
      FailureDiagnostics diagnostics,
      RunListener listener,
      Clock clock) {
    this.results = results;
    this.commands = commands;
    this.diagnostics = diagnostics;
    this.listener = listener;
    this.clock = clock;
    this.failFast = settings.failFast();
    this.batches = new Batches(settings.parallelism());
  }

  /** Ends what runs; the run returns with what was done so far. */
  public void cancel() {
    batches.cancel();
  }

  /** Runs tasks. */
  public RunReport run(List<BentoRun> bentos, RunOptions options) {
    int tasks = 0;
    for (BentoRun bento : bentos) {
      tasks += bento.tasks();
    }
    listener.planned(tasks);
    WorkRule rule = options.onlyKept() ? this::endBeforeWork : WorkRule.ANY;
    return each(
        bentos,
        bento -> {
          TaskRun each =
              new TaskRun(
                  bento.keys(), results, commands, diagnostics, !options.noCache(), rule, clock);
          return new DishRun(options, each, commands, failFast, listener, rule, clock)::run;
        },
        failFast);
  }

  private void endBeforeWork() throws InterruptedException {
    cancel();
    throw new InterruptedException("there is work to do");
  }

  /** Installs what the dishes need, whether or not it is there, and runs no task. */
  public RunReport install(List<BentoRun> bentos) {
    return each(bentos, _ -> this::install, false);
  }

  private DishReport install(PreparedDish dish) throws InterruptedException {
    Optional<InstallReport> install =
        dish.adapter().isPresent() && !dish.tasks().isEmpty()
            ? Optional.of(
                DishRun.installed(dish, "explicit bento install", commands, listener, clock))
            : Optional.empty();
    return new DishReport(
        dish.dish().name(), dish.dish().path(), dish.language(), install, List.of());
  }

  private interface WorkOn {
    Batches.Work of(BentoRun bento);
  }

  private RunReport each(List<BentoRun> bentos, WorkOn work, boolean stopAtFailure) {
    long began = clock.nanoTime();
    List<BentoReport> reports = new ArrayList<>();
    boolean failed = false;
    for (BentoRun bento : bentos) {
      if (batches.isCancelled() || (stopAtFailure && failed)) {
        break;
      }
      List<DishReport> dishes = new ArrayList<>();
      for (List<PreparedDish> level : bento.levels()) {
        if (stopAtFailure && failed) {
          break;
        }
        for (DishReport dish : batches.run(level, work.of(bento), stopAtFailure)) {
          failed |= dish.failed();
          dishes.add(dish);
        }
      }
      reports.add(new BentoReport(bento.name(), dishes));
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - began);
    return new RunReport(reports, millis, batches.isCancelled());
  }

  @Override
  public void close() {
    batches.close();
  }
}
