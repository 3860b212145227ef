package io.polyplug.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is tested: folders by their manifests, commands by what they call themselves. */
class SubjectsTest {
  private static final Path EXAMPLES = Path.of(System.getProperty("polyplug.root"), "examples");

  @TempDir Path folder;

  @Test
  void aFolderIsOfTheContractWhoseManifestItHas() {
    assertThat(Trial.folder(EXAMPLES.resolve("ainb/pulse")).info().qualifiedId())
        .isEqualTo("ainb:pulse");
    assertThat(Trial.folder(EXAMPLES.resolve("bowire/clock")).info().contract())
        .isEqualTo("bowire");
    assertThat(Trial.folder(EXAMPLES.resolve("bab/count")).info().contract()).isEqualTo("bab");
    assertThat(Trial.folder(EXAMPLES.resolve("packages/greeting")).info().contract())
        .isEqualTo("rune");
  }

  @Test
  void whatIsStartedIsWhatItsHostWouldStart() {
    Path plugin = EXAMPLES.resolve("ainb/pulse").toAbsolutePath().normalize();

    assertThat(Trial.folder(plugin).program())
        .hasValueSatisfying(
            it -> {
              assertThat(it.program()).isEqualTo(plugin.resolve("pulse"));
              assertThat(it.folder()).isEqualTo(plugin);
            });
  }

  @Test
  void aFolderWithManifestsOfTwoContractsIsTestedByBoth() throws IOException {
    Path both = Files.createDirectories(folder.resolve("both"));
    Files.writeString(
        both.resolve("manifest.toml"),
        "[plugin]\nname = \"both\"\nversion = \"1.0.0\"\nabi_version = 2\n");
    Files.writeString(
        both.resolve("rterm-plugin.json"),
        """
        {"plugin_id":"both","plugin_version":"1.0.0","protocol_version":"rterm.plugin.v1",
         "process":{"command":"/bin/cat"},"tools":[{"name":"t"}]}""");

    assertThat(Trial.subjects().inFolder(both, Optional.empty()))
        .extracting(it -> it.info().contract())
        .containsExactly("ainb", "rune");
    assertThat(Trial.subjects().inFolder(both, Optional.of("rune"))).hasSize(1);
  }

  @Test
  void aFolderOfNoContractIsSaidToBeNone() {
    assertThatThrownBy(() -> Trial.subjects().inFolder(folder, Optional.empty()))
        .isInstanceOf(NoSubject.class)
        .hasMessageContainingAll("no plugin of any contract", "manifest.toml", "sidecar.json");
    assertThatThrownBy(() -> Trial.subjects().inFolder(folder.resolve("no"), Optional.empty()))
        .hasMessageContaining("There is no folder");
    assertThatThrownBy(() -> Trial.subjects().inFolder(folder, Optional.of("nonsense")))
        .hasMessageContaining("There is no contract nonsense");
  }

  @Test
  void aCommandIsCalledWhatItCallsItself() {
    Subjects subjects = Trial.subjects();

    assertThat(
            List.of(
                subjects.ofCommand("rune", List.of("./clock.sh"), EXAMPLES.resolve("rune")),
                subjects.ofCommand(
                    "bowire", List.of("python3", "clock.py"), EXAMPLES.resolve("bowire/clock")),
                subjects.ofCommand(
                    "bento", List.of("./bento-adapter-make"), EXAMPLES.resolve("bento")),
                subjects.ofCommand(
                    "mcp", List.of("python3", "dictionary.py"), EXAMPLES.resolve("mcp"))))
        .extracting(it -> it.info().qualifiedId())
        .containsExactly("rune:example.clock", "bowire:clock", "bento:make", "mcp:python3");
  }

  @Test
  void aCommandThatDoesNotSayWhatItIsCalledFailsTheHandshake() {
    Subject subject = Trial.subjects().ofCommand("rune", List.of("/bin/true"), folder);

    Report report = Trial.run(subject);

    assertThat(report.subject()).isEqualTo("true");
    assertThat(report.results().getFirst().axis().id()).isEqualTo("handshake");
    assertThat(Trial.axes(report, Verdict.Passed.class)).as(Trial.shown(report)).isEmpty();
  }

  @Test
  void aCommandThatIsNotThereFailsEveryAxisWithThatReason() {
    Report report =
        Trial.run(Trial.subjects().ofCommand("rune", List.of("no-such-program"), folder));

    assertThat(report.results())
        .allSatisfy(it -> assertThat(it.verdict().sentence()).contains("cannot be started"));
  }

  @Test
  void aContractOfFoldersTakesNoCommand() {
    assertThatThrownBy(() -> Trial.subjects().ofCommand("ainb", List.of("/bin/true"), folder))
        .isInstanceOf(NoSubject.class)
        .hasMessageContaining("manifest.toml");
  }
}
