package io.polyplug.cli;

import io.polyplug.ainb.AinbLint;
import io.polyplug.ainb.AinbLint.Finding;
import io.polyplug.ainb.AinbLint.Severity;
import io.polyplug.base.UntrustedText;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code polyplug ainb lint FOLDER…}: what is wrong or strange about plugins, without a start. */
final class AinbLintCommand implements Command {
  /** What was found in one folder. */
  private record Linted(String folder, List<Finding> findings) {
    boolean ok() {
      return findings.stream().noneMatch(it -> it.severity() == Severity.ERROR);
    }
  }

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Says what keeps plugins from working, and what does not do what it seems to. Starts"
                + " nothing.",
            "Exits with 1 if there are errors; warnings alone are no failure.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .paramLabel("FOLDER")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1..*")
            .required(true)
            .description("The folder of a plugin: with its manifest.toml and its program.")
            .build());
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    List<Linted> all =
        given.arguments().stream()
            .map(it -> new Linted(it, AinbLint.lint(around.folder().resolve(it))))
            .toList();
    boolean ok = all.stream().allMatch(Linted::ok);
    Printer printer = around.printer();
    if (printer.wantsJson()) {
      print(all, ok, printer);
    } else {
      all.forEach(it -> show(it, printer));
    }
    return ok ? ExitCode.OK : ExitCode.NOT_DONE;
  }

  private static void show(Linted linted, Printer printer) {
    String folder = UntrustedText.escape(linted.folder());
    if (linted.findings().isEmpty()) {
      printer.line(folder + ": no problem found");
    }
    linted
        .findings()
        .forEach(it -> printer.line("%s: %s: %s".formatted(folder, word(it), it.sentence())));
  }

  private static String word(Finding finding) {
    return finding.severity().name().toLowerCase(Locale.ROOT);
  }

  private static void print(List<Linted> all, boolean ok, Printer printer) {
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", ok);
          out.writeArrayPropertyStart("folders");
          for (Linted linted : all) {
            out.writeStartObject();
            out.writeBooleanProperty("ok", linted.ok());
            out.writeStringProperty("folder", linted.folder());
            out.writeArrayPropertyStart("findings");
            for (Finding finding : linted.findings()) {
              out.writeStartObject();
              out.writeStringProperty("severity", word(finding));
              out.writeStringProperty("sentence", finding.sentence());
              out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }
}
