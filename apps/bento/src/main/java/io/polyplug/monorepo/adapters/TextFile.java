package io.polyplug.monorepo.adapters;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The content of a project's small files. What is no regular file of a sane size is not there. */
final class TextFile {
  private static final int MAX_BYTES = 4 * 1024 * 1024;

  private TextFile() {}

  static byte @Nullable [] bytes(Path file) {
    byte[] content = bytes(file, MAX_BYTES + 1);
    return content == null || content.length > MAX_BYTES ? null : content;
  }

  private static byte @Nullable [] bytes(Path file, int most) {
    // Opening a pipe could keep us for ever.
    if (!Files.isRegularFile(file)) {
      return null;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(most);
    } catch (IOException e) {
      return null;
    }
  }

  /** The text, with U+FFFD for what is no UTF-8. */
  static Optional<String> read(Path file) {
    return text(bytes(file));
  }

  /** The text of its first bytes, however large it is. */
  static Optional<String> head(Path file, int bytes) {
    return text(bytes(file, bytes));
  }

  /** The text of these bytes. */
  static Optional<String> text(byte @Nullable [] content) {
    return content == null
        ? Optional.empty()
        : Optional.of(new String(content, StandardCharsets.UTF_8));
  }

  /** The lines, without what follows the mark of a comment, trimmed. */
  static String[] lines(String text, String comment) {
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      int cut = lines[i].indexOf(comment);
      lines[i] = (cut < 0 ? lines[i] : lines[i].substring(0, cut)).strip();
    }
    return lines;
  }
}
