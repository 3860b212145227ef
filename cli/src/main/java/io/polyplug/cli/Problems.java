package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.RunningProblem;
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

  Problems(Printer printer) {
    this.printer = printer;
  }

  int report(Throwable problem) {
    return switch (problem) {
      case PluginError error -> {
        tell("plugin_error", error.code(), error.plugin(), error.text(), List.of());
        yield ExitCode.of(error);
      }
      case PluginFailure failure -> {
        tell(
            "failure",
            failure.code(),
            failure.plugin(),
            failure.failure().message(),
            failure.failure().stderr());
        yield ExitCode.of((PluginException) failure);
      }
      case ConfigMistake mistake -> {
        tell("configuration", "invalid_configuration", "", text(mistake), List.of());
        yield ExitCode.CONFIGURATION;
      }
      case RunningProblem running -> {
        tell("configuration", running.code(), "", text(running), List.of());
        yield ExitCode.CONFIGURATION;
      }
      case NoSuchPlugin unknown -> {
        tell("usage", "unknown_plugin", "", text(unknown), List.of());
        yield ExitCode.USAGE;
      }
      case InstallProblem install -> {
        tell("install", "install_failed", "", text(install), List.of());
        yield ExitCode.NOT_DONE;
      }
      case UsageProblem usage -> {
        tell("usage", "usage", "", text(usage), List.of());
        yield ExitCode.USAGE;
      }
      default -> {
        tell("internal", "internal", "", "This is a defect of polyplug: " + problem, List.of());
        if (!printer.wantsJson()) {
          problem.printStackTrace();
        }
        yield ExitCode.INTERNAL;
      }
    };
  }

  private static String text(Throwable problem) {
    return String.valueOf(problem.getMessage());
  }

  private void tell(String kind, String code, String plugin, String message, List<String> stderr) {
    if (printer.wantsJson()) {
      printer.document(document(kind, code, plugin, message, stderr));
      return;
    }
    String who = plugin.isEmpty() ? "" : UntrustedText.escape(plugin) + ": ";
    String what =
        switch (kind) {
          case "failure", "plugin_error" -> code.isEmpty() ? "" : UntrustedText.escape(code) + ": ";
          default -> "";
        };
    printer.aside(printer.red("polyplug: ") + who + what + UntrustedText.escape(message));
    stderr.forEach(line -> printer.aside(printer.dim("  stderr: " + line)));
  }

  static Consumer<JsonGenerator> document(
      String kind, String code, String plugin, String message, List<String> stderr) {
    return out -> {
      out.writeBooleanProperty("ok", false);
      out.writeName("error");
      out.writeStartObject();
      out.writeStringProperty("kind", kind);
      out.writeStringProperty("code", code);
      if (!plugin.isEmpty()) {
        out.writeStringProperty("plugin", plugin);
      }
      out.writeStringProperty("message", message);
      if (!stderr.isEmpty()) {
        out.writeArrayPropertyStart("stderr");
        stderr.forEach(out::writeString);
        out.writeEndArray();
      }
      out.writeEndObject();
    };
  }
}
