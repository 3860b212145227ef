package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.process.ProgramLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What developing means under each contract: its examples start, and say what they offer. */
class DevExamplesTest extends SidecarStage {
  @ParameterizedTest
  @CsvSource({
    "rune, example.wordcount, text.count (unary)",
    "bowire, clock, 'Clock/now (unary), Clock/ticks (stream)'",
    "ainb/notes, notes, cli/notes (unary)",
    "bento, noop, 'detect (unary), install (unary)'",
    "bab, shout, default (unary)",
    "mcp, dictionary, define (unary)"
  })
  void theExamplesOfAContractStartAndSayWhatTheyOffer(String example, String plugin, String offer)
      throws Exception {
    assumeTrue(ProgramLookup.ofHost().has("node"), "node is not installed");
    Path copy = folder.resolve(Path.of(example).getFileName());
    copy(Path.of(System.getProperty("polyplug.root")).resolve("examples").resolve(example), copy);
    Program dev = start("dev", copy.toString());
    assertThat(dev.awaitLine(line -> line.contains(plugin + ": version 1 is ready: ")))
        .endsWith(offer);
    assertThat(run("list").out()).contains(plugin);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path one : all.toList()) {
        Files.copy(one, to.resolve(from.relativize(one).toString()));
      }
    }
  }
}
