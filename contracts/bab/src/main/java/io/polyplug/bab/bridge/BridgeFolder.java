package io.polyplug.bab.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * The bridge's scripts in a folder of their own that only this user may read, for as long as a
 * runtime reads them. Whoever made it closes it.
 */
final class BridgeFolder implements AutoCloseable {
  private static final List<String> SCRIPTS = List.of("bridge.mjs", "hooks.mjs", "bun.mjs");

  private final Path folder;

  private BridgeFolder(Path folder) {
    this.folder = folder;
  }

  static BridgeFolder make() throws IOException {
    BridgeFolder made =
        new BridgeFolder(Files.createTempDirectory("polyplug-bridge-").toRealPath());
    try {
      for (String script : SCRIPTS) {
        try (InputStream text = BridgeFolder.class.getResourceAsStream(script)) {
          Files.write(
              made.folder.resolve(script), Objects.requireNonNull(text, script).readAllBytes());
        }
      }
      return made;
    } catch (IOException | RuntimeException failure) {
      made.close();
      throw failure;
    }
  }

  Path script() {
    return folder.resolve(SCRIPTS.getFirst());
  }

  @Override
  public void close() {
    try {
      for (String script : SCRIPTS) {
        Files.deleteIfExists(folder.resolve(script));
      }
      Files.deleteIfExists(folder);
    } catch (IOException left) {
      // A few kilobytes in the folder for temporary files, and nothing depends on them.
    }
  }
}
