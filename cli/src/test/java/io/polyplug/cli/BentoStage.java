package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.polyplug.monorepo.MonorepoSchemas;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A folder with a workspace, or without one, for the commands of bento; its cache is in it, too.
 */
final class BentoStage {
  final Path root;
  final Map<String, String> environment = new HashMap<>();

  BentoStage(Path folder) {
    try {
      this.root = Files.createDirectories(folder.toRealPath().resolve("repo"));
      Path programs = Files.createDirectories(root.resolveSibling("bin"));
      environment.put("PATH", System.getenv("PATH") + ":" + programs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    environment.put("HOME", root.resolveSibling("home").toString());
    environment.put("POLYPLUG_HOME", root.resolveSibling("polyplug").toString());
    environment.put("BENTO_CACHE_DIR", root.resolveSibling("cache").toString());
    environment.put("GIT_CEILING_DIRECTORIES", String.valueOf(root.getParent()));
  }

  /** Two dishes, of which one needs the other. */
  static BentoStage withTwoDishes(Path folder) {
    BentoStage stage = new BentoStage(folder);
    stage.write("bentos/prod.toml", "name = 'prod'\ndishes = ['app', 'lib']\n");
    stage.write(
        "lib/dish.toml",
        """
        name = 'lib'
        inputs = ['*.txt']
        [tasks.build]
        run = 'cat in.txt > out.bin'
        outputs = ['out.bin']
        """);
    stage.write("lib/in.txt", "one\n");
    stage.write(
        "app/dish.toml",
        """
        name = 'app'
        depends_on = ['lib']
        [tasks.test]
        run = 'exit 3'
        cache = false
        [tasks.say]
        run = 'echo "$#:$*"; cat; exit 7'
        """);
    return stage;
  }

  BentoStage write(String file, String text) {
    try {
      Path path = root.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** A program that everybody here finds. */
  void program(String name, String text) {
    Path file = root.resolveSibling("bin").resolve(name);
    write(file.toString(), text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  CommandRun run(String... args) {
    return in(root, args);
  }

  CommandRun in(Path folder, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] all = new String[args.length + 1];
    all[0] = "bento";
    System.arraycopy(args, 0, all, 1, args.length);
    int exit =
        new Cli(
                folder,
                Path.of(System.getProperty("polyplug.root")),
                environment,
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Printer.Terminals.NONE)
            .run(all);
    return new CommandRun(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs with {@code --json}; what it prints has to be one document of this schema. */
  Json json(String schema, int exit, String... args) {
    String[] all = new String[args.length + 1];
    System.arraycopy(args, 0, all, 0, args.length);
    all[args.length] = "--json";
    CommandRun run = run(all);
    assertThat(run.exit()).as(run.err() + run.out()).isEqualTo(exit);
    return document(schema, run.out());
  }

  /** What was printed, which has to be one document of this schema. */
  static Json document(String schema, String printed) {
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(MonorepoSchemas.named(schema).toString())
                .validate(printed, InputFormat.JSON))
        .as(printed)
        .isEmpty();
    return Json.parse(printed);
  }

  /** Runs into a problem of this kind, for programs and for people. */
  Json problem(String kind, String... args) {
    Json problem = json("problem", 1, args);
    assertThat(text(problem, "kind")).isEqualTo(kind);
    CommandRun people = run(args);
    assertThat(people.exit()).isEqualTo(1);
    assertThat(people.out()).isEmpty();
    assertThat(people.err()).contains("error: ");
    for (String step : steps(problem)) {
      assertThat(people.err()).contains("  → " + step + "\n");
    }
    return problem;
  }

  static String text(Json object, String name) {
    return String.valueOf(JsonParts.members(object).get(name).stringValue());
  }

  static List<String> steps(Json problem) {
    return JsonParts.elements(JsonParts.members(problem).get("next_steps")).stream()
        .map(step -> String.valueOf(step.stringValue()))
        .toList();
  }
}
