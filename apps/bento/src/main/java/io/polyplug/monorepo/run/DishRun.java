package io.polyplug.monorepo.run;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.adapters.Adapter;
import io.polyplug.monorepo.adapters.InstallFailure;
import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.monorepo.plan.ResolvedTask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Installs what a dish needs and runs its tasks, one after another. Safe from any thread. */
final class DishRun {
  private final RunOptions options;
  private final TaskRun tasks;
  private final TaskCommands commands;
  private final boolean failFast;
  private final RunListener listener;
  private final WorkRule rule;
  private final Clock clock;

  DishRun(
      RunOptions options,
      TaskRun tasks,
      TaskCommands commands,
      boolean failFast,
      RunListener listener,
      WorkRule rule,
      Clock clock) {
    this.options = options;
    this.tasks = tasks;
    this.commands = commands;
    this.failFast = failFast;
    this.listener = listener;
    this.rule = rule;
    this.clock = clock;
  }

  /** Never fails for a reason of the dish's own: that is a row of the report. */
  DishReport run(PreparedDish dish) throws InterruptedException {
    Optional<InstallReport> install = Optional.empty();
    List<TaskReport> rows = new ArrayList<>();
    boolean interrupted = false;
    try {
      install = install(dish);
      if (install.isPresent() && install.get().error().isPresent()) {
        for (ResolvedTask task : dish.tasks()) {
          rows.add(told(dish, TaskReport.skipped(task.name(), task.run(), "install failed")));
        }
      } else {
        runTasks(dish, rows);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (WorkspaceProblem | RuntimeException e) {
      // What is cancelled may fail in any way.
      interrupted = Thread.currentThread().isInterrupted();
      if (!interrupted) {
        // Others have nothing to do with it; they go on.
        Outcome failed = Outcome.Failed.of(-1, "", String.valueOf(e.getMessage()));
        rows.clear();
        rows.add(told(dish, new TaskReport("<dish>", "", "", 0, failed, 0, List.of())));
      }
    }
    if (interrupted) {
      skipRest(dish, install.isPresent(), rows);
    }
    if (rows.isEmpty()) {
      rows.add(TaskReport.skipped("<none>", "", "no adapter and no tasks"));
    }
    return new DishReport(dish.dish().name(), dish.dish().path(), dish.language(), install, rows);
  }

  /** What was done before an interruption stays in the report; a dish without any does not. */
  private void skipRest(PreparedDish dish, boolean installed, List<TaskReport> rows)
      throws InterruptedException {
    if (rows.isEmpty() && !installed) {
      throw new InterruptedException("nothing of the dish was done");
    }
    for (ResolvedTask task : dish.tasks().subList(rows.size(), dish.tasks().size())) {
      rows.add(told(dish, TaskReport.skipped(task.name(), task.run(), "interrupted")));
    }
  }

  private void runTasks(PreparedDish dish, List<TaskReport> rows)
      throws WorkspaceProblem, InterruptedException {
    Optional<String> failed = Optional.empty();
    for (ResolvedTask task : dish.tasks()) {
      TaskReport row;
      if (failed.isPresent()) {
        String reason = failed.get() + " failed (fail_fast)";
        row = TaskReport.skipped(task.name(), task.run(), reason);
      } else {
        listener.began(dish.dish().name(), task.name());
        row = tasks.run(dish, task);
        if (failFast && row.outcome() instanceof Outcome.Failed) {
          failed = Optional.of(task.name());
        }
      }
      rows.add(told(dish, row));
    }
  }

  private TaskReport told(PreparedDish dish, TaskReport row) {
    listener.ended(dish.dish().name(), row);
    return row;
  }

  private Optional<InstallReport> install(PreparedDish dish) throws InterruptedException {
    if (dish.adapter().isEmpty() || dish.tasks().isEmpty()) {
      return Optional.empty();
    }
    Adapter adapter = dish.adapter().get();
    Path folder = dish.dish().directory();
    Optional<String> reason =
        switch (options.install()) {
          case NEVER -> Optional.empty();
          case ALWAYS -> Optional.of("--force-install");
          case IF_MISSING -> adapter.missingDependencies(folder, commands.programs(dish));
        };
    if (reason.isEmpty()) {
      return Optional.empty();
    }
    rule.beforeWork();
    return Optional.of(installed(dish, reason.get(), commands, listener, clock));
  }

  /** Installs now, for this reason. */
  static InstallReport installed(
      PreparedDish dish, String reason, TaskCommands commands, RunListener listener, Clock clock)
      throws InterruptedException {
    String name = dish.dish().name();
    listener.began(name, "install");
    long began = clock.nanoTime();
    Optional<String> error = Optional.empty();
    try {
      dish.adapter()
          .orElseThrow()
          .install(dish.dish().directory(), name, commands.programsToUse(dish));
    } catch (InstallFailure e) {
      // What is being ended fails; that is nobody's failure.
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedException("the install was cancelled");
      }
      error = Optional.of(String.valueOf(e.getMessage()));
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - began);
    InstallReport report = new InstallReport(reason, millis, error);
    listener.installed(name, report);
    return report;
  }
}
