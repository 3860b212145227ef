package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("---------"));
    try {
      assumeFalse(Files.isExecutable(locked), "this user may enter everything");
      assertThat(PluginFolders.closed(folder, "any"))
          .extracting(Discovered.Invalid::folder)
          .containsExactly(locked);
      assertThat(PluginFolders.closed(locked, "any")).hasSize(1);
    } finally {
      Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
    }
  }
}
