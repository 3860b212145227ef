package io.polyplug.cli;

import io.polyplug.monorepo.Answer;
import io.polyplug.monorepo.Monorepo;
import io.polyplug.monorepo.MonorepoCache;
import io.polyplug.monorepo.MonorepoDoctor;
import io.polyplug.monorepo.MonorepoSchemas;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.inspect.Scaffold;
import io.polyplug.monorepo.store.StoreBounds;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Model.CommandSpec;

/** The commands of bento, by what is typed for them. */
final class BentoCommands {
  private static final String BENTO = BentoCommand.NAME + " ";

  private BentoCommands() {}

  /** The group itself, which every list of commands has. */
  static BentoCommand group() {
    return new BentoCommand(
        "Plans, builds, tests and caches a repository of many languages.",
        "init, plan, ci, build, test, ... (--help lists all)");
  }

  /** The commands in it. */
  static void addTo(Map<String, Command> all) {
    all.put(
        BENTO + "init",
        query("Begins a workspace in the current folder.", _ -> {}, BentoCommands::init));
    all.put(BENTO + "plan", new BentoPlanCommand());
    all.put(BENTO + "ci", BentoTaskCommand.allTasks());
    for (String task : new String[] {"build", "check", "test", "lint"}) {
      all.put(BENTO + task, BentoTaskCommand.oneTask(task));
    }
    all.put(BENTO + "install", BentoTaskCommand.install());
    all.put(BENTO + "run", new BentoRunCommand());
    looking(all);
    all.put(BENTO + "dish", new BentoCommand("Adds and lists dishes.", "add or list"));
    all.put(
        BENTO + "dish add",
        query("Makes a folder a dish.", BentoCommands::dishShape, BentoCommands::dishAdd));
    all.put(BENTO + "dish list", plain("Lists all dishes.", Monorepo::dishes));
    all.put(
        BENTO + "box",
        new BentoCommand("Adds and lists bentos, which are groups of dishes.", "add or list"));
    all.put(
        BENTO + "box add",
        query(
            "Begins a bento.",
            spec -> spec.addPositional(BentoOptions.positional(0, "NAME", "1", "Its name.")),
            (given, around) ->
                Scaffold.boxAdd(
                    BentoOptions.options(given, around), given.argument(0).orElseThrow())));
    all.put(BENTO + "box list", plain("Lists all bentos.", Monorepo::boxes));
    caching(all);
    all.put(
        BENTO + "schema",
        query(
            "Prints the JSON Schema of what a command prints with --json.",
            spec -> {
              spec.addPositional(
                  BentoOptions.positional(
                      0, "COMMAND", "0..1", "For example plan; all of them if not given."));
              spec.addPositional(
                  BentoOptions.positional(
                      1, "SUBCOMMAND", "0..1", "For example push of the command cache."));
            },
            (given, _) ->
                MonorepoSchemas.answer(
                    given
                        .argument(0)
                        .map(name -> name + given.argument(1).map(" "::concat).orElse("")))));
  }

  private static void looking(Map<String, Command> all) {
    all.put(
        BENTO + "why",
        query(
            "Shows what went into a key.",
            spec ->
                spec.addPositional(
                    BentoOptions.positional(0, "TARGET", "1", "DISH:TASK, or how a key begins.")),
            BentoCommands::why));
    all.put(
        BENTO + "graph",
        query(
            "Draws which dish needs which.",
            spec -> {
              spec.addOption(
                  BentoOptions.text("--format", "FORMAT", "ascii, or dot for graphviz."));
              spec.addPositional(BentoOptions.positional(0, "BENTO", "0..1", "Only this one."));
            },
            BentoCommands::graph));
    all.put(
        BENTO + "doctor",
        query("Looks for what is wrong with the workspace.", _ -> {}, BentoCommands::doctor));
    all.put(BENTO + "artifacts", plain("Lists the outputs that are there.", Monorepo::artifacts));
  }

  private static void caching(Map<String, Command> all) {
    all.put(
        BENTO + "cache",
        new BentoCommand("Looks after kept results.", "stats, clear, prune, push or pull"));
    all.put(
        BENTO + "cache stats",
        query(
            "Shows how much is kept.",
            _ -> {},
            (given, around) -> MonorepoCache.stats(BentoOptions.options(given, around))));
    all.put(
        BENTO + "cache clear",
        query(
            "Forgets all results.",
            _ -> {},
            (given, around) -> MonorepoCache.clear(BentoOptions.options(given, around))));
    all.put(
        BENTO + "cache prune",
        query(
            "Forgets old results.",
            spec -> {
              spec.addOption(
                  BentoOptions.text("--max-size", "SIZE", "What may stay, for example 5GiB."));
              spec.addOption(
                  BentoOptions.text("--older-than", "AGE", "What must go, for example 30d."));
            },
            BentoCommands::prune));
    all.put(
        BENTO + "cache push",
        plain("Sends results to the remote cache that it lacks.", Monorepo::cachePush));
    all.put(
        BENTO + "cache pull",
        plain("Fetches results from the remote cache that were here once.", Monorepo::cachePull));
  }

  /** A question to a workspace. */
  private interface Ask {
    Answer of(Monorepo repo) throws WorkspaceProblem, IOException, InterruptedException;
  }

  private static Command plain(String description, Ask ask) {
    return query(
        description,
        _ -> {},
        (given, around) -> {
          try (Monorepo repo = BentoOptions.open(given, around, Monorepo.Needs.CONFIGURATION)) {
            return ask.of(repo);
          }
        });
  }

  private static Command query(
      String description,
      java.util.function.Consumer<CommandSpec> shape,
      BentoQueryCommand.Question question) {
    return new BentoQueryCommand(description, shape, question);
  }

  private static Answer init(Given given, Surroundings around)
      throws WorkspaceProblem, IOException {
    return Scaffold.init(BentoOptions.options(given, around));
  }

  private static void dishShape(CommandSpec spec) {
    spec.addOption(BentoOptions.text("--lang", "LANGUAGE", "Its adapter; found out if not given."));
    spec.addPositional(BentoOptions.positional(0, "FOLDER", "1", "The folder, which may be new."));
  }

  private static Answer dishAdd(Given given, Surroundings around) throws Exception {
    try (Monorepo repo = BentoOptions.open(given, around, Monorepo.Needs.LANGUAGES)) {
      return repo.addDish(
          around.folder().resolve(given.argument(0).orElseThrow()), given.text("--lang"));
    }
  }

  /** Only a task needs the languages; the beginning of a key does not. */
  private static Answer why(Given given, Surroundings around) throws Exception {
    String target = given.argument(0).orElseThrow();
    if (target.indexOf(':') < 0) {
      return MonorepoCache.why(BentoOptions.options(given, around), target);
    }
    try (Monorepo repo = BentoOptions.open(given, around, Monorepo.Needs.KEYS)) {
      return repo.why(target);
    }
  }

  private static Answer graph(Given given, Surroundings around) throws Exception {
    String format = given.text("--format").orElse("ascii");
    if (!format.equals("ascii") && !format.equals("dot")) {
      throw new UsageProblem("--format: expected ascii or dot");
    }
    try (Monorepo repo = BentoOptions.open(given, around, Monorepo.Needs.CONFIGURATION)) {
      return repo.graph(given.argument(0), format.equals("dot"));
    }
  }

  private static Answer doctor(Given given, Surroundings around) throws Exception {
    return MonorepoDoctor.look(BentoOptions.options(given, around));
  }

  private static Answer prune(Given given, Surroundings around) throws Exception {
    Optional<String> size = given.text("--max-size");
    Optional<String> age = given.text("--older-than");
    if (size.isEmpty() && age.isEmpty()) {
      throw new UsageProblem("Say what may stay: --max-size, --older-than or both");
    }
    OptionalLong bytes = OptionalLong.empty();
    if (size.isPresent()) {
      bytes = StoreBounds.bytes(size.get());
      if (bytes.isEmpty()) {
        throw new UsageProblem("--max-size: expected a size such as 500MiB or 5GiB");
      }
    }
    Optional<Duration> oldest = Optional.empty();
    if (age.isPresent()) {
      oldest = StoreBounds.age(age.get());
      if (oldest.isEmpty()) {
        throw new UsageProblem("--older-than: expected an age such as 12h, 30d or 8w");
      }
    }
    return MonorepoCache.prune(BentoOptions.options(given, around), bytes, oldest);
  }
}
