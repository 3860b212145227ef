package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.AinbLint.Finding;
import io.polyplug.ainb.AinbLint.Severity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lint says of a folder, sentence by sentence. */
class LintTest {
  @TempDir Path root;
  private Path folder;

  @BeforeEach
  void makeFolder() throws Exception {
    folder = PluginOnDisk.write(root, "weather", "");
  }

  private List<Finding> lint(String more) throws Exception {
    Files.writeString(folder.resolve("manifest.toml"), PluginOnDisk.manifest("weather") + more);
    return AinbLint.lint(folder);
  }

  private List<String> warnings(String more) throws Exception {
    List<Finding> findings = lint(more);
    assertThat(findings).allMatch(finding -> finding.severity() == Severity.WARNING);
    return findings.stream().map(Finding::sentence).toList();
  }

  private String error() {
    List<Finding> findings = AinbLint.lint(folder);
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().severity()).isEqualTo(Severity.ERROR);
    return findings.getFirst().sentence();
  }

  @Test
  void aFolderInWhichAllIsWellGivesNothing() throws Exception {
    assertThat(lint("[provides]\nscreens = [\"weather\"]\n")).isEmpty();
  }

  @Test
  void everyMistakeOfTheManifestIsAnError() throws Exception {
    assertThat(lint("[provides]\nscreens = 1\n[lifecycle]\nspawn = \"x\"\nmood = 1\n"))
        .extracting(Finding::severity)
        .containsExactly(Severity.ERROR, Severity.ERROR, Severity.WARNING);
  }

  @Test
  void anotherAbiIsAnError() throws Exception {
    Files.writeString(
        folder.resolve("manifest.toml"),
        PluginOnDisk.manifest("weather").replace("abi_version = 2", "abi_version = 1"));
    assertThat(error()).contains("expected ABI 2").contains("found ABI 1");
  }

  @Test
  void aFolderWithoutAManifestIsAnError() throws Exception {
    Files.delete(folder.resolve("manifest.toml"));
    assertThat(error()).contains("no such file");
  }

  @Test
  void aMissingProgramIsAnError() throws Exception {
    Files.delete(folder.resolve("weather"));
    assertThat(error()).contains("weather does not exist");
  }

  @Test
  void aProgramThatMayNotBeExecutedIsAnError() throws Exception {
    Files.setPosixFilePermissions(
        folder.resolve("weather"), PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(error()).contains("chmod +x");
  }

  @Test
  void aProgramThatIsNoFileIsAnError() throws Exception {
    Path program = folder.resolve("weather");
    Files.delete(program);
    Files.createDirectory(program);
    assertThat(error()).contains("is a folder");
    Files.delete(program);
    assertThat(new ProcessBuilder("mkfifo", program.toString()).start().waitFor()).isZero();
    assertThat(error()).contains("neither a file nor a link to one");
  }

  @Test
  void aScriptWithoutAnInterpreterIsAnError() throws Exception {
    Files.writeString(folder.resolve("weather"), "echo hello\n");
    assertThat(error()).contains("names its interpreter");
  }

  @Test
  void aProgramIsLookedAtEvenIfTheManifestIsBad() throws Exception {
    Files.delete(folder.resolve("weather"));
    assertThat(lint("[provides]\nscreens = 1\n")).hasSize(2);
  }

  @Test
  void aLazyPluginThatOnlyPublishesIsWarnedOf() throws Exception {
    String publisher = "[capabilities]\nevent_bus = true\n[provides]\nsnapshots = [\"a\"]\n";
    assertThat(warnings(publisher))
        .containsExactly(
            "manifest.toml: lifecycle.spawn: it only publishes, so that nothing would ever start"
                + " it: expected \"eager\"");
    assertThat(warnings(publisher + "[lifecycle]\nspawn = \"eager\"\n")).isEmpty();
    assertThat(warnings(publisher + "commands = [\"/a\"]\n")).isEmpty();
  }

  @Test
  void namesThatAreEmptyOrThereTwiceAreWarnedOfOnce() throws Exception {
    assertThat(
            warnings(
                """
                [provides]
                screens = ["s", "s", "s", ""]
                cli_namespaces = ["", "n", " ", "n"]
                """))
        .containsExactly(
            "manifest.toml: provides.screens: \"s\" is there more than once",
            "manifest.toml: provides.screens: an entry is empty: expected a name",
            "manifest.toml: provides.cli_namespaces: an entry is empty: expected a name",
            "manifest.toml: provides.cli_namespaces: \"n\" is there more than once");
  }

  @Test
  void emptyTopicsAreWarnedOf() throws Exception {
    assertThat(warnings("[capabilities]\nevent_bus = true\n[subscribes]\nsnapshots = [\"\"]\n"))
        .containsExactly("manifest.toml: subscribes.snapshots: an entry is empty: expected a name");
  }

  @Test
  void topicsOfTheHostCannotBePublished() throws Exception {
    assertThat(
            warnings(
                """
                [capabilities]
                event_bus = true
                [provides]
                screens = ["s"]
                snapshots = ["fleet.x", "stream:1", "socket:1", "fleets"]
                """))
        .hasSize(3)
        .allMatch(it -> it.contains("cannot be published"));
  }

  @Test
  void topicsThatTheBusDoesNotCarryAreWarnedOf() throws Exception {
    String provides = "[provides]\nscreens = [\"s\"]\nsnapshots = [\"w.now\", \"x\"]\n";
    assertThat(warnings(provides))
        .containsExactly(
            "manifest.toml: provides.snapshots: nothing can be published, since event_bus is not"
                + " granted to it");
    assertThat(warnings(provides + "[capabilities]\nevent_bus = [\"w.*\"]\n"))
        .containsExactly(
            "manifest.toml: provides.snapshots: \"x\" is not among the topics of"
                + " capabilities.event_bus");
    assertThat(warnings(provides + "[capabilities]\nevent_bus = [\"*\"]\n")).isEmpty();
  }

  @Test
  void trueOnACapabilityThatNeedsAListGrantsNothing() throws Exception {
    assertThat(
            warnings(
                """
                [capabilities]
                read_paths = true
                spawn_managed_subprocess = true
                unix_socket_dial = true
                network = true
                """))
        .containsExactly(
            "manifest.toml: capabilities.read_paths: true grants nothing here: expected a list",
            "manifest.toml: capabilities.spawn_managed_subprocess: true grants nothing here:"
                + " expected a list",
            "manifest.toml: capabilities.unix_socket_dial: true grants nothing here: expected a"
                + " list");
  }

  @Test
  void hostsThatNeverMatchAreWarnedOf() throws Exception {
    assertThat(
            warnings(
                "[capabilities]\nnetwork = [\"*.example.com\", \"https://example.com/\","
                    + " \"example.com/x\", \"\", \"a b\", \"me@h\", \"example.com\", \"h:8080\","
                    + " \"[::1]\"]\n"))
        .hasSize(6)
        .allMatch(it -> it.startsWith("manifest.toml: capabilities.network: "))
        .allMatch(it -> it.contains("no host"));
  }
}
