package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is seen of folders of plugins. */
class PluginFoldersTest {
  @TempDir Path folder;

  @Test
  void aFolderThatMayNotBeEnteredIsNotPassedOver() throws Exception {
    Files.createDirectory(folder.resolve("open"));
    Path locked = Files.createDirectory(folder.resolve("locked"));
    assertThat(PluginFolders.closed(folder, "any")).isEmpty();
    assertThat(PluginFolders.closed(folder.resolve("absent"), "any")).isEmpty();
    assertThat(PluginFolders.closed(folder, "any", path -> !path.equals(locked)))
        .extracting(Discovered.Invalid::folder)
        .containsExactly(locked);
    assertThat(PluginFolders.closed(locked, "any", path -> false)).hasSize(1);
  }
}
