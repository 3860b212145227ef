package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which words are ours and which are a plugin's. */
class WordsTest {
  private static Words words(String line) {
    return Words.of(Commands.commandLine(), line.split(" "));
  }

  private static void assertPassedOn(String line, String... passedOn) {
    assertThat(words(line).passedOn()).as(line).containsExactly(passedOn);
    assertThat(words(line).ours()).hasSize(line.split(" ").length - passedOn.length);
  }

  @Test
  void everythingBehindANamespaceIsThePlugins() {
    assertPassedOn("ainb usage report --json -v -- x", "report", "--json", "-v", "--", "x");
    assertPassedOn("ainb usage");
    assertPassedOn("ainb usage --help", "--help");
  }

  @Test
  void theOptionsBeforeItAreOurs() {
    assertPassedOn("--json ainb -v --config file --timeout=5s usage a", "a");
    assertPassedOn("--plugin-dir ainb ainb --plugin-dir usage usage b", "b");
  }

  @Test
  void aWordAfterTwoDashesIsANamespace() {
    assertPassedOn("ainb -- render --size", "--size");
    assertPassedOn("ainb --json -- render");
    assertPassedOn("ainb --");
  }

  @Test
  void ourOwnCommandsKeepTheirWords() {
    assertPassedOn("ainb");
    assertPassedOn("ainb render weather now --size 1x1");
    assertPassedOn("ainb --json lint a b");
    assertPassedOn("call ainb x --json");
    assertPassedOn("-- ainb usage report");
    assertPassedOn("ainb --config");
  }

  @Test
  void whatStandsBehindATaskIsTheTasks() {
    assertPassedOn("bento run dish task --json -- x", "--json", "--", "x");
    assertPassedOn("bento --json run --workspace w dish -v task a", "a");
    assertPassedOn("bento run -- dish task a", "a");
    assertPassedOn("bento run dish -- task -a", "-a");
    assertPassedOn("bento run -- -dish -task -a", "-a");
    assertPassedOn("bento run dish");
    assertPassedOn("bento run dish --");
    assertPassedOn("bento plan run dish task");
  }

  @Test
  void theCommandsOfBentoAreKnownBeforeAnythingIsParsed() {
    assertThat(Words.areBentos(Commands.commandLine(), "--json", "bento", "plan")).isTrue();
    assertThat(Words.areBentos(Commands.commandLine(), "list", "bento")).isFalse();
    assertThat(Words.areBentos(Commands.commandLine())).isFalse();
  }
}
