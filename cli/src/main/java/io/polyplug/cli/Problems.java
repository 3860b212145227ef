package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.RunningDefect;
import io.polyplug.cli.running.RunningProblem;
import io.polyplug.cli.scaffold.NotMade;
import io.polyplug.host.NoSuchPlugin;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.install.InstallProblem;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * Tells what went wrong: one sentence on standard error, or {@code {"ok":false,"error":{…}}} where
 * JSON was asked for; and gives the exit code for it.
 */
final class Problems {
  private final Printer printer;
  private final boolean usageAsText;

  /**
   * For one command line.
   *
   * @param usageAsText whether a usage error goes to standard error even where JSON was asked for
   */
  Problems(Printer printer, boolean usageAsText) {
    this.printer = printer;
    this.usageAsText = usageAsText;
  }

  /** What went wrong, in the words of the documentation. */
  record Problem(
      String kind, String code, String plugin, String message, List<String> stderr, int exit) {
    private Problem(String kind, String code, Throwable problem, int exit) {
      this(kind, code, "", String.valueOf(problem.getMessage()), List.of(), exit);
    }
  }

  static final Problem INTERRUPTED =
      new Problem(
          "interrupted",
          "interrupted",
          "",
          "The command was asked to end before it was done",
          List.of(),
          ExitCode.INTERRUPTED);

  static Problem describe(Throwable problem) {
    return switch (problem) {
      case PluginError error ->
          new Problem(
              "plugin_error",
              error.code(),
              error.plugin(),
              error.text(),
              List.of(),
              ExitCode.of(error));
      case PluginFailure failure ->
          new Problem(
              "failure",
              failure.code(),
              failure.plugin(),
              failure.failure().message(),
              failure.failure().stderr(),
              ExitCode.of((PluginException) failure));
      case ConfigMistake mistake ->
          new Problem("configuration", "invalid_configuration", mistake, ExitCode.CONFIGURATION);
      case RunningProblem running ->
          new Problem("configuration", running.code(), running, ExitCode.CONFIGURATION);
      case RunningDefect defect -> new Problem("internal", "internal", defect, ExitCode.INTERNAL);
      case NoSuchPlugin unknown -> new Problem("usage", "unknown_plugin", unknown, ExitCode.USAGE);
      case InstallProblem install ->
          new Problem("install", "install_failed", install, ExitCode.NOT_DONE);
      case BabProblem bab -> new Problem("install", "install_failed", bab, ExitCode.NOT_DONE);
      case NotMade unmade -> new Problem("new", "not_made", unmade, ExitCode.NOT_DONE);
      case NoSuchTopic topic ->
          new Problem("unknown_topic", "unknown_topic", topic, ExitCode.NOT_DONE);
      case UsageProblem usage -> new Problem("usage", "usage", usage, ExitCode.USAGE);
      default ->
          new Problem(
              "internal",
              "internal",
              "",
              "This is a defect of polyplug: " + problem,
              List.of(),
              ExitCode.INTERNAL);
    };
  }

  int report(Throwable thrown) {
    Problem problem = describe(thrown);
    if (usageAsText && problem.exit() == ExitCode.USAGE) {
      tell(problem);
    } else if (printer.wantsJson()) {
      printer.document(document(problem));
    } else if (!Interruption.hasBegun()) {
      // What fails because this program was asked to end is nobody's failure.
      tell(problem);
      if (problem.exit() == ExitCode.INTERNAL && !(thrown instanceof RunningDefect)) {
        thrown.printStackTrace();
      }
    }
    return problem.exit();
  }

  private void tell(Problem problem) {
    String who = problem.plugin().isEmpty() ? "" : UntrustedText.escape(problem.plugin()) + ": ";
    String what =
        switch (problem.kind()) {
          case "failure", "plugin_error" ->
              problem.code().isEmpty() ? "" : UntrustedText.escape(problem.code()) + ": ";
          default -> "";
        };
    printer.aside(printer.red("polyplug: ") + who + what + UntrustedText.escape(problem.message()));
    problem.stderr().forEach(line -> printer.aside(printer.dim("  stderr: " + line)));
  }

  static Consumer<JsonGenerator> document(Problem problem) {
    return out -> {
      out.writeBooleanProperty("ok", false);
      out.writeName("error");
      out.writeStartObject();
      out.writeStringProperty("kind", problem.kind());
      out.writeStringProperty("code", problem.code());
      if (!problem.plugin().isEmpty()) {
        out.writeStringProperty("plugin", problem.plugin());
      }
      out.writeStringProperty("message", problem.message());
      if (!problem.stderr().isEmpty()) {
        out.writeArrayPropertyStart("stderr");
        problem.stderr().forEach(out::writeString);
        out.writeEndArray();
      }
      out.writeEndObject();
    };
  }
}
