package io.polyplug.cli;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.Monorepo;
import io.polyplug.monorepo.MonorepoLog;
import io.polyplug.monorepo.run.GithubAnnotations;
import io.polyplug.monorepo.run.LiveView;
import io.polyplug.monorepo.run.ReportJson;
import io.polyplug.monorepo.run.ReportText;
import io.polyplug.monorepo.run.RunListener;
import io.polyplug.monorepo.run.RunReport;
import io.polyplug.process.TerminalSize;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code polyplug bento ci}, {@code build}, {@code check}, {@code test}, {@code lint} and {@code
 * install}.
 */
final class BentoTaskCommand extends BentoAction {
  /** What is done. */
  private enum What {
    ALL_TASKS,
    ONE_TASK,
    INSTALL
  }

  private final What what;
  private final String task;

  private BentoTaskCommand(What what, String task) {
    this.what = what;
    this.task = task;
  }

  static BentoTaskCommand allTasks() {
    return new BentoTaskCommand(What.ALL_TASKS, "");
  }

  static BentoTaskCommand oneTask(String task) {
    return new BentoTaskCommand(What.ONE_TASK, task);
  }

  static BentoTaskCommand install() {
    return new BentoTaskCommand(What.INSTALL, "");
  }

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        BentoOptions.runningCommand(
            name,
            switch (what) {
              case ALL_TASKS -> "Runs every task that is not cached, in the order of dependencies.";
              case ONE_TASK -> "Runs the " + task + " task of every dish where it is not cached.";
              case INSTALL -> "Installs the dependencies of every dish. Runs no task.";
            });
    if (what == What.INSTALL) {
      spec.addOption(
          CommonOptions.flag("--force")
              .description("Same without it: this always installs.")
              .build());
    }
    return spec;
  }

  @Override
  int act(Given given, Surroundings around) throws Exception {
    Printer printer = around.printer();
    Monorepo.Needs needs = what == What.INSTALL ? Monorepo.Needs.LANGUAGES : Monorepo.Needs.KEYS;
    try (Monorepo repo = BentoOptions.open(given, around, needs)) {
      if (around.lent()) {
        return restore(given, around, repo);
      }
      BentoLog log = (BentoLog) repo.log();
      StopSignals.onFirst(
          () -> {
            log.stopping();
            repo.cancel();
          });
      return tell(run(given, printer, repo, log), given, around, repo);
    }
  }

  private static int tell(RunReport report, Given given, Surroundings around, Monorepo repo) {
    Optional<Path> file = BentoOptions.reportFile(given, around);
    boolean saved = file.isEmpty() || save(report, file.get(), repo.log());
    show(report, around);
    if (report.interrupted()) {
      return ExitCode.INTERRUPTED;
    }
    return saved && report.summary().succeeded() ? ExitCode.OK : ExitCode.NOT_DONE;
  }

  /** Does what a host may do for whoever asks: nothing that starts a task. */
  private int restore(Given given, Surroundings around, Monorepo repo) throws Exception {
    Optional<RunReport> report =
        what == What.INSTALL
            ? Optional.empty()
            : repo.runKept(taskName(), given.argument(0), BentoOptions.runOptions(given));
    return report.isPresent() ? tell(report.get(), given, around, repo) : ExitCode.NOT_DONE;
  }

  private Optional<String> taskName() {
    return what == What.ONE_TASK ? Optional.of(task) : Optional.empty();
  }

  private RunReport run(Given given, Printer printer, Monorepo repo, BentoLog log)
      throws Exception {
    try (Shown shown = Shown.on(printer, log)) {
      return switch (what) {
        case INSTALL -> repo.install(given.argument(0), shown.listener());
        case ALL_TASKS, ONE_TASK ->
            repo.run(
                taskName(), given.argument(0), BentoOptions.runOptions(given), shown.listener());
      };
    }
  }

  /** The picture, on a terminal only. */
  private record Shown(@Nullable LiveView view, BentoLog log) implements AutoCloseable {
    static Shown on(Printer printer, BentoLog log) {
      if (!printer.errIsTerminal() || printer.wantsJson()) {
        return new Shown(null, log);
      }
      LiveView view =
          LiveView.start(
              text -> printer.bytesAside(text.getBytes(StandardCharsets.UTF_8)),
              () -> room(TerminalSize.ofStandardError()),
              printer.hasColour(),
              Clock.system());
      log.besides(view);
      return new Shown(view, log);
    }

    private static LiveView.Room room(Optional<TerminalSize> size) {
      return new LiveView.Room(
          size.map(TerminalSize::rows).orElse(0), size.map(TerminalSize::columns).orElse(0));
    }

    RunListener listener() {
      return view == null ? RunListener.NONE : view;
    }

    @Override
    public void close() {
      log.besides(null);
      if (view != null) {
        view.close();
      }
    }
  }

  /** The report is shown even if it cannot be kept: the work was done. */
  private static boolean save(RunReport report, Path file, MonorepoLog log) {
    String json = PrettyJson.of(Json.object(out -> ReportJson.write(report, out)));
    try {
      Files.writeString(file, json + "\n");
      return true;
    } catch (IOException e) {
      log.line(
          MonorepoLog.Level.ERROR, "", "the report cannot be written: " + BentoAction.reason(e));
      return false;
    }
  }

  private static void show(RunReport report, Surroundings around) {
    Printer printer = around.printer();
    if (printer.wantsJson()) {
      printer.whole(Json.object(out -> ReportJson.write(report, out)));
      return;
    }
    StringBuilder text = new StringBuilder();
    if (around.environment().getOrDefault("GITHUB_ACTIONS", "").equals("true")) {
      for (String line : GithubAnnotations.of(report)) {
        text.append(line).append('\n');
      }
    }
    for (String line : ReportText.of(report, new BentoStyle(printer))) {
      text.append(line).append('\n');
    }
    printer.text(text.toString());
  }
}
