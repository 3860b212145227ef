package io.polyplug.cli;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.Monorepo;
import io.polyplug.monorepo.MonorepoOptions;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.run.RunOptions;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The options that every command of bento has, and the workspace that they describe. */
final class BentoOptions {
  private BentoOptions() {}

  static CommandSpec command(String name, String... description) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().description(description).abbreviateSynopsis(true).sortOptions(false);
    spec.addOption(
        CommonOptions.flag("-h", "--help").usageHelp(true).description("Shows this help.").build());
    spec.addOption(
        CommonOptions.flag("--json")
            .description("Prints exactly one JSON document on standard output, nothing else.")
            .build());
    spec.addOption(
        CommonOptions.flag("-v", "--verbose")
            .description("Shows what is looked up, and which plugins were loaded.")
            .build());
    spec.addOption(
        text(
            "--workspace",
            "FOLDER",
            "The workspace, or a folder in it; the current one if not given."));
    spec.addOption(text("--bento", "NAME", "Only this bento."));
    spec.addOption(
        text(
            "--record",
            "FILE",
            "Writes every message to and from plugins to this file, secrets left out. See replay."));
    return spec;
  }

  /** As {@link #command}, with the options of those that run tasks. */
  static CommandSpec runningCommand(String name, String... description) {
    CommandSpec spec = command(name, description);
    spec.addOption(noCache());
    spec.addOption(text("--report-file", "FILE", "Writes the report to this file as JSON, too."));
    spec.addOption(
        CommonOptions.flag("--skip-install")
            .description("Does not look whether dependencies are installed.")
            .build());
    spec.addOption(
        CommonOptions.flag("--force-install")
            .description("Installs dependencies even if they are there.")
            .build());
    spec.addPositional(target());
    return spec;
  }

  static OptionSpec noCache() {
    return CommonOptions.flag("--no-cache")
        .description("Looks up no earlier result; results are kept all the same.")
        .build();
  }

  static OptionSpec text(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(String.class)
        .arity("1")
        .description(description)
        .build();
  }

  static PositionalParamSpec target() {
    return positional(0, "TARGET", "0..1", "A bento or a dish; everything if not given.");
  }

  static PositionalParamSpec positional(int index, String label, String arity, String description) {
    return PositionalParamSpec.builder()
        .index(Integer.toString(index))
        .paramLabel(label)
        .type(String.class)
        .arity(arity)
        .required(!arity.startsWith("0"))
        .description(description)
        .build();
  }

  static Monorepo open(Given given, Surroundings around, Monorepo.Needs needs)
      throws WorkspaceProblem {
    return Monorepo.open(options(given, around), needs);
  }

  static MonorepoOptions options(Given given, Surroundings around) {
    return new MonorepoOptions(
        around.folder(),
        given.text("--workspace").map(Path::of),
        given.text("--bento"),
        around.environment(),
        new BentoLog(around.printer(), given.has("--verbose"), Recordings.begin(given, around)),
        Clock.system());
  }

  static RunOptions runOptions(Given given) {
    if (given.has("--skip-install") && given.has("--force-install")) {
      throw new UsageProblem("--skip-install and --force-install: expected at most one of them");
    }
    return new RunOptions(
        given.has("--no-cache"),
        given.has("--skip-install")
            ? RunOptions.Install.NEVER
            : given.has("--force-install")
                ? RunOptions.Install.ALWAYS
                : RunOptions.Install.IF_MISSING);
  }

  static Optional<Path> reportFile(Given given, Surroundings around) {
    return given.text("--report-file").map(file -> around.folder().resolve(file));
  }
}
