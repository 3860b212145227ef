package io.polyplug.cli;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Axis;
import io.polyplug.conformance.AxisRecordings;
import io.polyplug.conformance.AxisResult;
import io.polyplug.conformance.Conformance;
import io.polyplug.conformance.NoSubject;
import io.polyplug.conformance.Report;
import io.polyplug.conformance.ReportJson;
import io.polyplug.conformance.ReportJunit;
import io.polyplug.conformance.ReportText;
import io.polyplug.conformance.Subject;
import io.polyplug.conformance.Subjects;
import io.polyplug.conformance.Suite;
import io.polyplug.conformance.Suites;
import io.polyplug.conformance.Verdict;
import io.polyplug.host.GuardedStarts;
import io.polyplug.host.flight.Redaction;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * {@code polyplug conform FOLDER…} or {@code polyplug conform --contract ID -- COMMAND…}: whether
 * plugins keep their contract, axis by axis; {@code polyplug conform --host}: whether this host
 * bears plugins that do not.
 */
final class ConformCommand implements Command {
  static final String NAME = "conform";

  /** A plugin and the suite that it is tested by. */
  private record Test(Subject subject, Suite suite) {}

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Tests whether plugins keep their contract: starts each many times and tells of every"
                + " axis of its contract that it passes, fails or is not concerned by.",
            "Exits with 1 if an axis failed, or with --host if a fault did not come to what it has to.");
    spec.addOption(
        OptionSpec.builder("--contract")
            .paramLabel("ID")
            .type(String.class)
            .description("Tests by this contract alone. A command needs it; a folder tells itself.")
            .build());
    spec.addOption(
        OptionSpec.builder("--axis")
            .paramLabel("AXIS")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .description("Tests this axis only, by its number or its name. May be repeated.")
            .build());
    spec.addOption(
        OptionSpec.builder("--junit")
            .paramLabel("FILE")
            .type(Path.class)
            .description("Writes the report as JUnit XML, too.")
            .build());
    spec.addOption(
        OptionSpec.builder("--recordings")
            .paramLabel("FOLDER")
            .type(Path.class)
            .description(
                "Where the recording of each failed axis is kept, for replay. If left out, in the folder of states.")
            .build());
    ConformHost.addOptions(spec);
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .paramLabel("FOLDER | -- COMMAND")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("0..*")
            .description("Folders of plugins, or a program and its arguments.")
            .build());
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    if (given.has(ConformHost.HOST)) {
      return ConformHost.run(given, around);
    }
    ConformHost.refuse(given);
    try (GuardedStarts spawner = new GuardedStarts(Spawner::platform, Optional.empty())) {
      List<Test> tests = tests(subjects(given, around, spawner), around.printer());
      requireAxes(given, tests);
      List<Report> reports = new ArrayList<>();
      Conformance conformance =
          new Conformance(spawner, Clock.system(), Optional.of(recordings(given, around)));
      for (Test test : tests) {
        reports.add(run(test, conformance, given, around.printer()));
      }
      Optional<Path> file =
          Optional.ofNullable(given.command().matchedOptionValue("--junit", (Path) null));
      file.ifPresent(it -> write(around.folder().resolve(it), reports));
      boolean ok = reports.stream().allMatch(Report::ok);
      if (around.printer().wantsJson()) {
        print(reports, ok, given, around.printer());
      }
      return ok ? ExitCode.OK : ExitCode.NOT_DONE;
    }
  }

  private static AxisRecordings recordings(Given given, Surroundings around) {
    Path folder =
        Optional.ofNullable(given.command().matchedOptionValue("--recordings", (Path) null))
            .map(around.folder()::resolve)
            .orElse(around.folders().state().resolve("conform"));
    return new AxisRecordings(folder, Redaction.of(around.environment()), Clock.system());
  }

  private static List<Subject> subjects(Given given, Surroundings around, Spawner spawner) {
    Subjects subjects = new Subjects(spawner, Clock.system());
    Optional<String> contract = given.text("--contract");
    try {
      List<String> command = command(given, around);
      if (!command.isEmpty()) {
        String id =
            contract.orElseThrow(
                () ->
                    new UsageProblem(
                        "--contract: expected the contract that the command is to keep, since"
                            + " nothing else tells"));
        return List.of(subjects.ofCommand(id, command, around.folder()));
      }
      List<Subject> found = new ArrayList<>();
      for (String word : given.arguments()) {
        found.addAll(subjects.inFolder(around.folder().resolve(word), contract));
      }
      return found;
    } catch (NoSubject e) {
      throw new UsageProblem(e.sentence());
    }
  }

  /** The words behind "--", or those that begin with a program; empty if folders were given. */
  private static List<String> command(Given given, Surroundings around) {
    List<String> behind = given.passedOn().stream().skip(1).toList();
    List<String> words = given.arguments();
    if (behind.isEmpty() == words.isEmpty()) {
      throw new UsageProblem(
          "Expected folders of plugins, or a command behind --. Try: polyplug conform --help");
    }
    if (!behind.isEmpty()) {
      return behind;
    }
    Path first = around.folder().resolve(words.getFirst());
    boolean program = Files.isRegularFile(first) && Files.isExecutable(first);
    return program ? words : List.of();
  }

  /** What there is no suite for is told of and passed over, unless nothing else is left. */
  private static List<Test> tests(List<Subject> subjects, Printer printer) {
    List<Test> tests = new ArrayList<>();
    for (Subject subject : subjects) {
      Optional<Suite> suite = Suites.of(subject.info().contract());
      suite.ifPresent(it -> tests.add(new Test(subject, it)));
      if (suite.isEmpty()) {
        String sentence =
            "There are no conformance tests for the contract " + subject.info().contract();
        if (subjects.size() == 1) {
          throw new UsageProblem(sentence);
        }
        printer.aside("polyplug: " + sentence);
      }
    }
    return tests;
  }

  private static void requireAxes(Given given, List<Test> tests) {
    for (String wanted : given.<String>list("--axis")) {
      List<Axis> axes =
          tests.stream()
              .flatMap(it -> it.suite().entries().stream())
              .map(Suite.Entry::axis)
              .distinct()
              .toList();
      if (axes.stream().noneMatch(it -> isCalled(wanted, it))) {
        throw new UsageProblem(
            "--axis: there is none called %s: expected one of %s"
                .formatted(
                    UntrustedText.excerpt(wanted, 40),
                    axes.stream().map(Axis::id).distinct().collect(Collectors.joining(", "))));
      }
    }
  }

  private static boolean isCalled(String wanted, Axis axis) {
    return wanted.equals(axis.id()) || wanted.equals(Integer.toString(axis.number()));
  }

  private static Report run(Test test, Conformance conformance, Given given, Printer printer) {
    List<String> axes = given.list("--axis");
    ReportText text =
        new ReportText(
            test.suite(),
            (verdict, word) -> printer.coloured(colour(verdict), word),
            given.has("--verbose"));
    boolean shown = !printer.wantsJson();
    if (shown) {
      printer.line(printer.bold(ReportText.heading(test.subject())));
    }
    Report report =
        conformance.run(
            test.suite(),
            test.subject(),
            axis -> axes.isEmpty() || axes.stream().anyMatch(it -> isCalled(it, axis)),
            result -> {
              if (shown) {
                show(text, result, printer);
              }
            });
    if (shown) {
      printer.line(ReportText.summary(report));
    }
    return report;
  }

  /** Once the program is asked to end, its plugins are ended: what then fails is nobody's fault. */
  private static void show(ReportText text, AxisResult result, Printer printer) {
    if (!Interruption.hasBegun()) {
      text.lines(result).forEach(printer::line);
    }
  }

  private static String colour(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Passed _ -> "32";
      case Verdict.Failed _ -> "31";
      case Verdict.Skipped _ -> "33";
    };
  }

  static void write(Path file, List<Report> reports) {
    try {
      Files.writeString(file, ReportJunit.write(reports));
    } catch (IOException e) {
      throw new UsageProblem("--junit: " + file + " cannot be written: " + e);
    }
  }

  private static void print(List<Report> reports, boolean ok, Given given, Printer printer) {
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", ok);
          out.writeArrayPropertyStart("plugins");
          reports.forEach(it -> ReportJson.write(it, given.has("--verbose"), out));
          out.writeEndArray();
        });
  }
}
