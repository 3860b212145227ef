package io.polyplug.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /** A folder whose program these words start, under hosts that have it by this table. */
  private Subject subject(String contract, String id, Path home, String key, String... words)
      throws Exception {
    Path file = folder.resolve("polyplug.toml");
    Files.writeString(
        file, "[[plugin]]\ncontract = \"%s\"\n%s = \"%s\"\n".formatted(contract, key, home));
    return new Subject(
        new PluginInfo(contract, id, id, "", "", home, ""),
        Optional.of(home),
        words.length == 0 ? Optional.empty() : Optional.of(Programs.started(home, words)),
        () -> PluginHost.builder().configFile(file));
  }

  @ParameterizedTest
  @CsvSource({"clock, python3, clock.py", "chat, node, chat.mjs"})
  void exampleSidecars(String id, String program, String script) throws Exception {
    Path home = EXAMPLES.resolve("bowire").resolve(id);
    Trial.passes(subject("bowire", id, home, "folder", program, script));
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
    Trial.passes(subject("bento", id, home, "path", words));
  }

  @Test
  void exampleServer() throws Exception {
    Trial.passes(
        subject("mcp", "dictionary", EXAMPLES.resolve("mcp"), "cwd", "python3", "dictionary.py"));
  }

  @ParameterizedTest
  @CsvSource({"count", "shout"})
  void exampleDelegates(String id) throws Exception {
    Path home = EXAMPLES.resolve("bab").resolve(id);
    Trial.passes(subject("bab", id, home, "path"));
  }

  @Test
  void theServerOfTheProtocolsAuthorsWithEverything() throws Exception {
    String npm = System.getenv("POLYPLUG_NPM");
    assumeTrue(npm != null && !npm.isBlank(), "POLYPLUG_NPM does not name a folder");
    Path server = Path.of(npm, "node_modules", EVERYTHING, "dist", "index.js");
    assumeTrue(Files.exists(server), EVERYTHING + " is not installed");
    Trial.passes(subject("mcp", "everything", folder, "cwd", "node", server.toString(), "stdio"));
  }
}
