package io.polyplug.cli.scaffold;

import io.polyplug.base.UntrustedText;
import io.polyplug.process.ProgramLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Begins a plugin: a folder with its program, the SDK beside it, a binding, a test and a page for
 * readers, and the manifests that the program itself writes. What lies in the folder already is
 * never touched: one that is not empty is refused.
 */
public final class Scaffold {
  /** Their hosts start programs in the plugin's folder; those of others do it anywhere. */
  private static final Set<String> STARTED_IN_FOLDER = Set.of("rune", "bowire");

  private final Path sdks;
  private final Map<String, String> environment;

  /**
   * @param sdks the folder with the SDKs of all languages
   * @param environment what the programs that are run see; its PATH is where they are looked for
   */
  public Scaffold(Path sdks, Map<String, String> environment) {
    this.sdks = sdks;
    Map<String, String> all = new HashMap<>(environment);
    // A JDK that is good enough: ours.
    all.put("JAVA_HOME", System.getProperty("java.home"));
    this.environment = Map.copyOf(all);
  }

  /**
   * What was made.
   *
   * @param files all files, relative to the folder
   * @param conform the command that tells whether it keeps its contract
   * @param test the command that runs the plugin's own tests
   * @param missing what has to be installed before the manifests can be written
   */
  public record Made(
      Path folder, List<String> files, String conform, String test, Optional<String> missing) {}

  /** Begins it in a folder of its name below this one. */
  public Made make(Outline outline, Path parent) throws InterruptedException {
    Path folder = parent.toAbsolutePath().normalize().resolve(outline.name());
    requireEmpty(folder);
    requireSdk(outline.language());
    ProgramLookup lookup = new ProgramLookup(folder, environment.getOrDefault("PATH", ""));
    Programs programs = new Programs(environment);
    try {
      Files.createDirectories(folder);
      Runner runner = new Runners(lookup, programs).of(outline.language());
      write(outline, runner, folder);
      if (!outline.language().sdk().isEmpty() && runner.missing().isEmpty()) {
        if (outline.language() == Language.JAVA) {
          programs.run(List.of("./build.sh"), lookup);
        }
        for (String contract : outline.contracts()) {
          programs.run(writing(contract, outline.language(), runner, folder.toString()), lookup);
        }
      }
      return new Made(
          folder, files(folder), conform(outline, runner), runner.test(), runner.missing());
    } catch (IOException e) {
      throw new NotMade(
          UntrustedText.escape(folder.toString()) + " cannot be written: " + e.getMessage());
    }
  }

  private static void requireEmpty(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      if (entries.findAny().isEmpty()) {
        return;
      }
    } catch (IOException e) {
      // Whatever it is, it is no empty folder.
    }
    throw new NotMade(
        UntrustedText.escape(folder.toString())
            + " exists already and is no empty folder: choose another name, or --in another folder");
  }

  private void requireSdk(Language language) {
    for (String file : language.sdk()) {
      if (!Files.isRegularFile(sdks.resolve(file))) {
        throw new NotMade(
            "The SDK for %s is not beside this program: expected %s"
                .formatted(language.title(), UntrustedText.escape(sdks.resolve(file).toString())));
      }
    }
  }

  private void write(Outline outline, Runner runner, Path folder) throws IOException {
    Language language = outline.language();
    Template template = template(outline, runner);
    for (Language.Part part : language.parts()) {
      write(
          folder.resolve(template.fill(part.target()).strip()),
          template.resource(language.word() + "/" + part.template()),
          part.executable());
    }
    for (String page : List.of("polyplug.toml", "README.md")) {
      write(folder.resolve(page), template.resource("common/" + page), false);
    }
    if (outline.isOf("bento")) {
      write(
          folder.resolve("example/" + outline.name() + ".toml"),
          "# A folder with this file is of the language.\n",
          false);
    }
    for (String file : language.sdk()) {
      Files.copy(sdks.resolve(file), folder.resolve(file));
    }
  }

  private static void write(Path file, String text, boolean executable) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    if (executable) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private static Template template(Outline outline, Runner runner) {
    Language language = outline.language();
    List<String> run = runner.run(language.program());
    Set<String> holding = new HashSet<>(outline.contracts());
    if (!language.sdk().isEmpty()) {
      holding.add("sdk");
    }
    if (!runner.note().isEmpty()) {
      holding.add("note");
    }
    Map<String, String> values = new HashMap<>();
    values.put("name", outline.name());
    values.put("title", outline.title());
    values.put("class", outline.className());
    values.put("language", language.title());
    values.put("contracts", String.join(", ", outline.contracts()));
    values.put("program", run.getLast());
    values.put("command", run.getFirst());
    values.put(
        "args",
        run.stream()
            .skip(1)
            .map(word -> '"' + word + '"')
            .collect(Collectors.joining(", ", "[", "]")));
    values.put("run", String.join(" ", run));
    values.put("try", outline.trial());
    values.put("conform", conform(outline, runner));
    values.put("test", runner.test());
    values.put("note", runner.note());
    values.put(
        "writes",
        outline.contracts().stream()
            .map(it -> "    " + String.join(" ", writing(it, language, runner, "\"$PWD\"")))
            .collect(Collectors.joining("\n")));
    return new Template(values, holding);
  }

  /** A server of MCP is no plugin by its folder, but by the command that starts it. */
  private static String conform(Outline outline, Runner runner) {
    return outline.contracts().equals(List.of("mcp"))
        ? "polyplug conform --contract mcp -- "
            + String.join(" ", runner.run(outline.language().program()))
        : "polyplug conform .";
  }

  /** The command by which the program writes what a contract wants to find. */
  private static List<String> writing(
      String contract, Language language, Runner runner, String folder) {
    String program = language.program();
    String started =
        STARTED_IN_FOLDER.contains(contract)
            ? program
            : folder + "/" + (program.startsWith("./") ? program.substring(2) : program);
    List<String> words = new ArrayList<>(runner.run(program));
    words.addAll(List.of("--write", contract, ".", "--command"));
    words.addAll(runner.run(started));
    return words;
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(it -> folder.relativize(it).toString())
          .sorted()
          .toList();
    }
  }
}
