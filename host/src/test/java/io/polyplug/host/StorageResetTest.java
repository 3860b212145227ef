package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data of a plugin is removed, and nothing else. */
class StorageResetTest {
  private static final String SECRET = "not yours";

  @TempDir Path temp;
  private final List<EchoPlugins.EchoSession> sessions = new CopyOnWriteArrayList<>();
  private PluginHost host;
  private Plugin plugin;
  private Path home;
  private Path storage;
  private Path outside;

  @BeforeEach
  void open() throws IOException {
    host = EchoPlugins.host(EchoPlugins.echo("c", "echo", Start.LAZY, sessions));
    plugin = host.plugin("echo");
    home = Files.createDirectories(temp.resolve("home"));
    storage = home.resolve("echo");
    outside = Files.createDirectories(temp.resolve("outside"));
    Files.writeString(outside.resolve("file"), SECRET);
  }

  @AfterEach
  void close() {
    host.close();
  }

  private StorageReset.Freed reset() throws StorageReset.Impossible {
    return StorageReset.run(plugin, () -> storage);
  }

  private void fill() throws IOException {
    Files.createDirectories(storage.resolve("a/b"));
    Files.writeString(storage.resolve("one"), "1");
    Files.writeString(storage.resolve("a/b/three"), "333");
  }

  private void assertNothingIsLeft() throws IOException {
    try (Stream<Path> left = Files.list(home)) {
      assertThat(left).isEmpty();
    }
    assertThat(outside.resolve("file")).hasContent(SECRET);
  }

  @Test
  void everythingInTheFolderIsRemovedAndCounted() throws Exception {
    fill();
    assertThat(reset()).isEqualTo(new StorageReset.Freed(2, 4));
    assertNothingIsLeft();
  }

  @Test
  void linksAreRemovedAndNotFollowed() throws Exception {
    fill();
    Files.createSymbolicLink(storage.resolve("a/out"), outside);
    Files.createSymbolicLink(storage.resolve("file"), outside.resolve("file"));
    Files.createSymbolicLink(storage.resolve("nowhere"), temp.resolve("nothing"));
    assertThat(reset()).isEqualTo(new StorageReset.Freed(5, 4));
    assertNothingIsLeft();
  }

  @Test
  void aFolderThatIsItselfALinkIsLeftAlone() throws Exception {
    Files.createSymbolicLink(storage, outside);
    assertThatThrownBy(this::reset)
        .isInstanceOf(StorageReset.Impossible.class)
        .hasMessageContaining("left alone");
    assertThat(storage).isSymbolicLink();
    assertThat(outside.resolve("file")).hasContent(SECRET);
  }

  @Test
  void whereNothingIsStoredNothingIsEnded() throws Exception {
    plugin.tool("echo").call(ToolCall.of(Json.NULL));
    assertThat(reset()).isEqualTo(new StorageReset.Freed(0, 0));
    assertThat(plugin.state()).isEqualTo(PluginState.RUNNING);
  }

  @Test
  void theInstanceIsEndedBeforeAndTheNextCallHasAnother() throws Exception {
    plugin.tool("echo").call(ToolCall.of(Json.NULL));
    fill();
    reset();
    assertThat(sessions.getFirst().ended).isDone();
    assertThat(plugin.status().enabled()).isTrue();
    plugin.tool("echo").call(ToolCall.of(Json.NULL));
    assertThat(sessions).hasSize(2);
  }

  @Test
  void whatIsDisabledStaysSo() throws Exception {
    plugin.disable();
    fill();
    assertThat(reset().files()).isEqualTo(2);
    assertThat(plugin.status().enabled()).isFalse();
  }

  @Test
  void whatIsSwitchedMeanwhileCountsAfterwardsAndNotBefore() {
    plugin.setAside(true);
    plugin.enable();
    host.refresh();
    assertThat(plugin.status().enabled()).as("nobody starts it while its data goes").isFalse();
    plugin.setAside(false);
    assertThat(plugin.status().enabled()).isTrue();
    plugin.setAside(true);
    plugin.setAside(true);
    plugin.setAside(false);
    assertThat(plugin.status().enabled()).as("one of two is not ready").isFalse();
    plugin.disable();
    plugin.setAside(false);
    assertThat(plugin.status().enabled()).as("who disabled it meanwhile meant it").isFalse();
    plugin.enable();
    assertThat(plugin.status().enabled()).isTrue();
  }

  @Test
  void foldersNestedTooDeeplyAreToldOfWithTheirPlace() throws Exception {
    Path deep = storage;
    for (int i = 0; i < 250; i++) {
      deep = deep.resolve("d");
    }
    Files.createDirectories(deep);
    assertThatThrownBy(this::reset)
        .isInstanceOf(StorageReset.Impossible.class)
        .hasMessageContaining("the rest is in " + home)
        .hasMessageContaining("nested deeper");
    assertThat(plugin.status().enabled()).isTrue();
  }
}
