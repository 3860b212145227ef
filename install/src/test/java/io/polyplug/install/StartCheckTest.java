package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.host.Plugin;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.ToolCall;
import io.polyplug.rune.RuneContract;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of the files of a plugin before it is started. */
class StartCheckTest {
  @TempDir Path folder;
  private Path root;
  private PackageStore store;
  private PluginInfo plugin;
  private final StartCheck check = new StartCheck();

  @BeforeEach
  void install() throws IOException {
    root = folder.resolve("plugins");
    store = Packages.store(root);
    Path zip = Packages.zipFile(folder.resolve("one.zip"), "acme", "1");
    Path place = store.install(new Source.ZipFile(zip), Progress.NONE).folder();
    plugin = new PluginInfo("test", "acme", "Acme", "1", "", place, "acme");
  }

  @Test
  void whatIsAsItWasInstalledStarts() {
    assertThatCode(() -> check.accept(plugin)).doesNotThrowAnyException();
  }

  @Test
  void aChangedFileIsNamedWithWhatToDo() throws Exception {
    Files.writeString(root.resolve("acme/bin/run"), "#!/bin/sh\necho longer than before\n");
    assertThatThrownBy(() -> check.accept(plugin))
        .isInstanceOfSatisfying(
            PluginFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo("invalid_configuration");
              assertThat(failure.failure().message())
                  .contains("bin/run has changed")
                  .contains("polyplug verify acme")
                  .contains("polyplug upgrade acme");
            });
  }

  @Test
  void aChangeOfTheSameSizeIsSeenByItsTime() throws Exception {
    Path file = root.resolve("acme/data/only-in-1");
    Files.writeString(file, "X");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    assertThatThrownBy(() -> check.accept(plugin)).hasMessageContaining("only-in-1 has changed");
  }

  @Test
  void aMissingFileIsNamed() throws Exception {
    Files.delete(root.resolve("acme/bin/run"));
    assertThatThrownBy(() -> check.accept(plugin)).hasMessageContaining("bin/run is gone");
  }

  @Test
  void aFileThatBecameALinkHasChanged() throws Exception {
    Path file = root.resolve("acme/bin/run");
    Path moved = Files.move(file, folder.resolve("moved"));
    Files.createSymbolicLink(file, moved);
    assertThatThrownBy(() -> check.accept(plugin)).hasMessageContaining("bin/run has changed");
  }

  @Test
  void aFileThatWasOnlyTouchedStartsAndItsNewTimeIsNoted() throws Exception {
    Path file = root.resolve("acme/bin/run");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    check.accept(plugin);
    LockEntry entry = LockFile.read(root.resolve(".state/acme.json")).orElseThrow();
    assertThat(entry.files())
        .filteredOn(noted -> noted.path().equals("bin/run"))
        .singleElement()
        .satisfies(noted -> assertThat(noted.modified().toEpochMilli()).isEqualTo(1_000_000));
    assertThat(store.verify("acme").ok()).isTrue();
  }

  @Test
  void filesThatCameLaterAreTolerated() throws Exception {
    Files.writeString(root.resolve("acme/cache.bin"), "x");
    assertThatCode(() -> check.accept(plugin)).doesNotThrowAnyException();
  }

  @Test
  void whatWasCopiedByHandOrBoundByAFileIsNotChecked() throws Exception {
    Path hand = Files.createDirectories(root.resolve("hand"));
    check.accept(new PluginInfo("test", "hand", "", "", "", hand, "hand"));
    check.accept(new PluginInfo("test", "acme", "", "", "", root.resolve("acme"), ""));
  }

  @Test
  void anUpgradeThatWasInterruptedIsFinishedFirst() throws Exception {
    Path two = Packages.zipFile(folder.resolve("two.zip"), "acme", "2");
    PackageStore failing =
        Packages.store(
            root,
            step -> {
              if (step.equals("write the lock file")) {
                throw new IOException("no space");
              }
            });
    assertThatThrownBy(
            () ->
                failing.upgrade(
                    "acme", Optional.of(new Source.ZipFile(two)), plan -> true, Progress.NONE))
        .hasMessageContaining("will be by the next command");
    check.accept(plugin);
    assertThat(store.list().getFirst().version()).isEqualTo("2");
    assertThat(root.resolve(".staging")).doesNotExist();
  }

  @Test
  void aHostAsksItBeforeEveryStart() throws Exception {
    String manifest =
        """
        {"plugin_id":"acme.rune","plugin_version":"3","protocol_version":"rterm.plugin.v1",
         "process":{"command":"./run.sh"},"tools":[{"name":"t"}]}
        """;
    String script =
        """
        #!/bin/sh
        read -r hello
        echo '{"type":"handshake","manifest":{"plugin_id":"acme.rune","plugin_version":"3","protocol_version":"rterm.plugin.v1","exposed_tools":["t"]}}'
        read -r request
        id=${request#*'"request_id":"'}; id=${id%%'"'*}
        echo '{"type":"response","request_id":"'$id'","status":"ok","output":{}}'
        """;
    Path zip =
        Files.write(
            folder.resolve("rune.zip"),
            Packages.zip(Map.of("in/rterm-plugin.json", manifest, "in/run.sh", script)));
    store.install(new Source.ZipFile(zip), Progress.NONE);
    try (PluginHost host =
        PluginHost.builder()
            .contract(new RuneContract())
            .pluginsFrom(root)
            .beforeStart(check)
            .build()) {
      Plugin rune = host.plugin("acme.rune");
      assertThat(rune.tool("t").call(ToolCall.of(Json.EMPTY_OBJECT)).ok()).isTrue();
      Files.writeString(root.resolve("acme.rune/in/run.sh"), "#!/bin/sh\n");
      assertThatThrownBy(() -> rune.tool("t").call(ToolCall.of(Json.EMPTY_OBJECT)))
          .isInstanceOf(PluginFailure.class)
          .hasMessageContaining("in/run.sh has changed");
    }
  }
}
