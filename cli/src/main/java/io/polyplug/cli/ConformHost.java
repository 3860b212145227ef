package io.polyplug.cli;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.proof.CellResult;
import io.polyplug.conformance.proof.Fault;
import io.polyplug.conformance.proof.HostProof;
import io.polyplug.conformance.proof.Matrix;
import io.polyplug.conformance.proof.ProofReports;
import io.polyplug.conformance.proof.ProofText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code polyplug conform --host}: whether this host bears bad plugins, fault by fault. Of one
 * thread.
 */
final class ConformHost {
  static final String HOST = "--host";
  private static final String FAULT = "--fault";
  private static final String MARKDOWN = "--markdown";

  private ConformHost() {}

  static void addOptions(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder(HOST)
            .description("Tests this host instead: whether it bears plugins that are bad.")
            .build());
    spec.addOption(
        OptionSpec.builder(FAULT)
            .paramLabel("NAME")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .description("With --host, tests this fault only. May be repeated.")
            .build());
    spec.addOption(
        OptionSpec.builder(MARKDOWN)
            .description("With --host, prints a table in Markdown.")
            .build());
  }

  /** What belongs to the host's own test makes no sense without it. */
  static void refuse(Given given) {
    for (String option : List.of(FAULT, MARKDOWN)) {
      if (given.has(option)) {
        throw new UsageProblem(option + ": expected only together with " + HOST);
      }
    }
  }

  static int run(Given given, Surroundings around) {
    if (!given.arguments().isEmpty() || given.passedOn().size() > 1 || given.has("--axis")) {
      throw new UsageProblem(
          HOST + ": tests this host with plugins of its own; expected no plugin and no --axis");
    }
    List<Fault> faults = faults(given);
    Printer printer = around.printer();
    boolean lines = !printer.wantsJson() && !given.has(MARKDOWN);
    ProofText text = new ProofText((ok, word) -> printer.coloured(ok ? "32" : "31", word));
    if (lines) {
      printer.line(printer.bold(ProofText.heading()));
    }
    List<CellResult> results =
        results(
            faults,
            result -> {
              if (lines && !Interruption.hasBegun()) {
                text.lines(result).forEach(printer::line);
              }
            });
    Optional.ofNullable(given.command().matchedOptionValue("--junit", (Path) null))
        .ifPresent(
            it -> ConformCommand.write(around.folder().resolve(it), ProofReports.reports(results)));
    boolean ok = results.stream().noneMatch(CellResult::failed);
    if (lines) {
      printer.line(ProofText.summary(results));
    } else if (printer.wantsJson()) {
      print(results, ok, printer);
    } else {
      ProofText.markdown(results).forEach(printer::line);
    }
    return ok ? ExitCode.OK : ExitCode.NOT_DONE;
  }

  private static List<CellResult> results(List<Fault> faults, Consumer<CellResult> told) {
    try {
      return new HostProof(Clock.system()).run(faults, told);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageProblem("The test was interrupted");
    } catch (IOException e) {
      throw new UsageProblem(
          "There is no place for the plugins of the test: " + UntrustedText.escape(e.toString()));
    }
  }

  private static List<Fault> faults(Given given) {
    Optional<String> contract = given.text("--contract");
    if (contract.isPresent() && !Matrix.contracts().contains(contract.get())) {
      throw new UsageProblem(
          "--contract: expected one of %s, found %s"
              .formatted(
                  String.join(", ", Matrix.contracts()),
                  UntrustedText.excerpt(contract.get(), 40)));
    }
    List<Fault> all =
        Matrix.ALL.stream()
            .filter(it -> contract.isEmpty() || it.contract().equals(contract.get()))
            .toList();
    List<String> wanted = given.list(FAULT);
    List<String> known = all.stream().map(it -> it.sin().id()).distinct().toList();
    wanted.stream()
        .filter(it -> !known.contains(it))
        .findFirst()
        .ifPresent(
            it -> {
              throw new UsageProblem(
                  "--fault: there is none called %s: expected one of %s"
                      .formatted(UntrustedText.excerpt(it, 40), String.join(", ", known)));
            });
    return all.stream().filter(it -> wanted.isEmpty() || wanted.contains(it.sin().id())).toList();
  }

  private static void print(List<CellResult> results, boolean ok, Printer printer) {
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", ok);
          out.writeNumberProperty("passed", results.stream().filter(CellResult::ok).count());
          out.writeNumberProperty("failed", results.stream().filter(CellResult::failed).count());
          out.writeNumberProperty(
              "skipped", results.stream().filter(it -> it.skipped().isPresent()).count());
          out.writeArrayPropertyStart("faults");
          results.forEach(it -> ProofReports.write(it, out));
          out.writeEndArray();
        });
  }
}
