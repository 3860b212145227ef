package io.polyplug.monorepo.run;

import io.polyplug.base.Clock;
import io.polyplug.bento.Diagnostic;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.monorepo.plan.ResolvedTask;
import io.polyplug.monorepo.plan.TaskKeys;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Brings tasks to their end, one after another: by restoring, or by running. Safe from any thread.
 */
final class TaskRun {
  private final TaskKeys keys;
  private final TaskResults results;
  private final TaskCommands commands;
  private final FailureDiagnostics diagnostics;
  private final boolean lookUp;
  private final WorkRule rule;
  private final Clock clock;

  TaskRun(
      TaskKeys keys,
      TaskResults results,
      TaskCommands commands,
      FailureDiagnostics diagnostics,
      boolean lookUp,
      WorkRule rule,
      Clock clock) {
    this.keys = keys;
    this.results = results;
    this.commands = commands;
    this.diagnostics = diagnostics;
    this.lookUp = lookUp;
    this.rule = rule;
    this.clock = clock;
  }

  TaskReport run(PreparedDish dish, ResolvedTask task)
      throws WorkspaceProblem, InterruptedException {
    long began = clock.nanoTime();
    String key = keys.key(dish, task);
    boolean cacheable = dish.canKeep(task);
    if (cacheable && lookUp && results.restore(dish, task, key)) {
      if (!task.workspaceOutputs().isEmpty()) {
        keys.ran();
      } else if (!task.outputs().isEmpty()) {
        keys.written(dish);
      }
      return new TaskReport(
          task.name(), task.run(), key, millis(began), new Outcome.CacheHit(), 0, List.of());
    }
    rule.beforeWork();
    // Before it runs: a task may write what it reads.
    Optional<TaskKeys.Contents> contents =
        cacheable ? Optional.of(keys.contents(dish, task)) : Optional.empty();
    if (contents.isPresent()) {
      key = contents.get().key();
    }
    int attempts = 0;
    TaskEnd end;
    do {
      attempts++;
      end = commands.run(dish, task, task.run());
    } while (end.exitCode() != 0 && attempts <= task.retry());
    keys.ran();
    if (end.exitCode() == 0) {
      if (contents.isPresent()) {
        results.keep(dish, task, key, contents.get().sidecar(), end);
      }
      return new TaskReport(
          task.name(), task.run(), key, millis(began), new Outcome.Built(), attempts, List.of());
    }
    long millis = millis(began);
    List<Diagnostic> found = diagnostics.of(dish, task);
    Outcome failed = Outcome.Failed.of(end.exitCode(), end.stdoutText(), end.stderrText());
    return new TaskReport(task.name(), task.run(), key, millis, failed, attempts, found);
  }

  private long millis(long began) {
    return TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - began);
  }
}
