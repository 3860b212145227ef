package io.polyplug.monorepo.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads ignore files. */
final class IgnoreFile {
  private static final int LARGEST = 4 << 20;

  private IgnoreFile() {}

  /** The content, a character for every byte; null if there is no such file. */
  static @Nullable String read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return null;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(LARGEST + 1);
      if (content.length > LARGEST) {
        throw new IOException("it is larger than 4 MiB, which is too large for an ignore file");
      }
      return new String(content, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return null;
    }
  }
}
