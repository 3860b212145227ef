package io.polyplug.monorepo.run;

import io.polyplug.bento.Diagnostic;
import io.polyplug.bento.DiagnosticHook;
import io.polyplug.bento.DiagnosticsRequest;
import io.polyplug.monorepo.MonorepoLog;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.adapters.PluginAdapter;
import io.polyplug.monorepo.diagnostics.DiagnosticParser;
import io.polyplug.monorepo.diagnostics.DiagnosticPaths;
import io.polyplug.monorepo.diagnostics.Parsers;
import io.polyplug.monorepo.diagnostics.RerunCommand;
import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.monorepo.plan.ResolvedTask;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Runs the command of an adapter's hook and has its output parsed. Safe from any thread. */
public final class HookDiagnostics implements FailureDiagnostics {
  private final TaskCommands commands;
  private final Path root;
  private final Optional<String> mountPoint;
  private final MonorepoLog log;

  /**
   * Works for one workspace.
   *
   * @param mountPoint where tasks see their dish, if they run in a container
   */
  public HookDiagnostics(
      TaskCommands commands, Path root, Optional<String> mountPoint, MonorepoLog log) {
    this.commands = commands;
    this.root = root;
    this.mountPoint = mountPoint;
    this.log = log;
  }

  @Override
  public List<Diagnostic> of(PreparedDish dish, ResolvedTask task) throws InterruptedException {
    Optional<DiagnosticHook> hook =
        dish.adapter().flatMap(adapter -> adapter.diagnosticHook(task.name()));
    if (hook.isEmpty()) {
      return List.of();
    }
    try {
      TaskEnd end = commands.run(dish, task, RerunCommand.of(task.run(), hook.get().rerun()));
      return parsed(dish, task, hook.get(), end);
    } catch (WorkspaceProblem | RuntimeException e) {
      log.warn(
          "no diagnostics of " + dish.dish().name() + ':' + task.name() + ": " + e.getMessage());
      return List.of();
    }
  }

  private List<Diagnostic> parsed(
      PreparedDish dish, ResolvedTask task, DiagnosticHook hook, TaskEnd end) {
    Path folder = dish.dish().directory();
    if (!hook.parser().equals(DiagnosticHook.PLUGIN)) {
      Optional<DiagnosticParser> parser = Parsers.byId(hook.parser());
      return parser.isEmpty()
          ? List.of()
          : new DiagnosticPaths(root, folder, mountPoint)
              .normalised(parser.get().parse(end.stdoutText()));
    }
    if (dish.adapter().isPresent() && dish.adapter().get() instanceof PluginAdapter plugin) {
      return plugin
          .plugin()
          .parseDiagnostics(
              new DiagnosticsRequest(
                  task.name(), end.stdoutText(), end.stderrText(), end.exitCode(), folder, root));
    }
    return List.of();
  }
}
