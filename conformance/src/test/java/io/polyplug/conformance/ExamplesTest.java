package io.polyplug.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.process.Environment;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples, and servers of others, keep their contracts. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "examples").toAbsolutePath().normalize();
  private static final String EVERYTHING = "@modelcontextprotocol/server-everything";

  @TempDir Path folder;

  private static void passes(String contract, Subject subject) {
    Report report = Sinner.judge(Suites.of(contract).orElseThrow(), subject);
    assertThat(Sinner.axes(report, Verdict.Failed.class)).as(Sinner.shown(report)).isEmpty();
    assertThat(Sinner.axes(report, Verdict.Passed.class)).as(Sinner.shown(report)).isNotEmpty();
  }

  /** A folder whose program these words start, under hosts that have it by this table. */
  private Subject subject(String contract, String id, Path home, String key, String... words)
      throws Exception {
    Path file = folder.resolve("polyplug.toml");
    Files.writeString(
        file, "[[plugin]]\ncontract = \"%s\"\n%s = \"%s\"\n".formatted(contract, key, home));
    return new Subject(
        new PluginInfo(contract, id, id, "", "", home, ""),
        Optional.of(home),
        program(home, words),
        () -> PluginHost.builder().configFile(file));
  }

  private static Optional<ProcessSpec> program(Path home, String... words) throws Exception {
    if (words.length == 0) {
      return Optional.empty();
    }
    assumeTrue(ProgramLookup.ofHost().has(words[0]), words[0] + " is not installed");
    return Optional.of(
        ProcessSpec.of(ProgramLookup.ofHost().find(words[0]))
            .arguments(List.of(words).subList(1, words.length))
            .folder(home)
            .environment(Environment.empty().inheritAll())
            .build());
  }

  @ParameterizedTest
  @CsvSource({"clock, python3, clock.py", "chat, node, chat.mjs"})
  void exampleSidecars(String id, String program, String script) throws Exception {
    Path home = EXAMPLES.resolve("bowire").resolve(id);
    passes("bowire", subject("bowire", id, home, "folder", program, script));
  }

  @ParameterizedTest
  @CsvSource({
    "noop, python3, bento-adapter-noop, ''",
    "make, java, --source, 17 bento-adapter-make"
  })
  void exampleAdapters(String id, String program, String first, String more) throws Exception {
    Path home = EXAMPLES.resolve("bento");
    String[] words =
        Stream.concat(
                Stream.of(program, first), Stream.of(more.split(" ")).filter(it -> !it.isEmpty()))
            .toArray(String[]::new);
    passes("bento", subject("bento", id, home, "path", words));
  }

  @Test
  void exampleServer() throws Exception {
    passes(
        "mcp",
        subject("mcp", "dictionary", EXAMPLES.resolve("mcp"), "cwd", "python3", "dictionary.py"));
  }

  @ParameterizedTest
  @CsvSource({"count", "shout"})
  void exampleDelegates(String id) throws Exception {
    Path home = EXAMPLES.resolve("bab").resolve(id);
    passes("bab", subject("bab", id, home, "path"));
  }

  @Test
  void theServerOfTheProtocolsAuthorsWithEverything() throws Exception {
    String npm = System.getenv("POLYPLUG_NPM");
    assumeTrue(npm != null && !npm.isBlank(), "POLYPLUG_NPM does not name a folder");
    Path server = Path.of(npm, "node_modules", EVERYTHING, "dist", "index.js");
    assumeTrue(Files.exists(server), EVERYTHING + " is not installed");
    passes("mcp", subject("mcp", "everything", folder, "cwd", "node", server.toString(), "stdio"));
  }
}
