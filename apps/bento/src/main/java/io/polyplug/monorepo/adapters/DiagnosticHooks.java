package io.polyplug.monorepo.adapters;

import io.polyplug.bento.DiagnosticHook;
import io.polyplug.bento.Rerun;
import java.util.List;
import java.util.Optional;

/** The diagnostic hooks that built-in languages have (section 7). */
final class DiagnosticHooks {
  private DiagnosticHooks() {}

  /** No task has one. */
  record None() implements Language.Hooks {
    @Override
    public Optional<DiagnosticHook> hook(String task, Probes probes) {
      return Optional.empty();
    }
  }

  /** These tasks have the same. */
  record Fixed(List<String> tasks, DiagnosticHook hook) implements Language.Hooks {
    static Fixed appending(String argument, String parser, String... tasks) {
      Rerun rerun = new Rerun.AppendArgs(List.of(argument));
      return new Fixed(List.of(tasks), new DiagnosticHook(rerun, parser));
    }

    static Fixed eslint(String runner) {
      Rerun rerun = new Rerun.Replace(runner + " eslint --format=json .");
      return new Fixed(List.of("lint"), new DiagnosticHook(rerun, "eslint"));
    }

    @Override
    public Optional<DiagnosticHook> hook(String task, Probes probes) {
      return tasks.contains(task) ? Optional.of(hook) : Optional.empty();
    }
  }

  /** The linter renamed its option with its second version. */
  record GolangciLint() implements Language.Hooks {
    @Override
    public Optional<DiagnosticHook> hook(String task, Probes probes) {
      if (!task.equals("lint")) {
        return Optional.empty();
      }
      boolean second = isSecond(probes.version("golangci-lint", "version").orElse(""));
      List<String> arguments =
          second ? List.of("--output.json.path", "stdout") : List.of("--out-format=json");
      return Optional.of(new DiagnosticHook(new Rerun.AppendArgs(arguments), "golangci-lint"));
    }

    /** Of {@code golangci-lint has version v2.1.6 built with go1.24}, or of the number alone. */
    private static boolean isSecond(String text) {
      int at = text.indexOf("version ");
      String version = at < 0 ? text : text.substring(at + "version ".length());
      return version.startsWith("2.") || version.startsWith("v2.");
    }
  }
}
