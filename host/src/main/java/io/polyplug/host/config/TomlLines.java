package io.polyplug.host.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a document's keys, found when the first is asked for: only a mistake needs them, and
 * whoever reads a thousand files has none in most.
 *
 * <p>Used by one thread.
 */
final class TomlLines {
  private final String text;
  private @Nullable Map<String, Integer> lines;

  TomlLines(String text) {
    this.text = text;
  }

  /** The line of the key with this path; null if it has none of its own. */
  @Nullable Integer of(String path) {
    Map<String, Integer> found = lines;
    if (found == null) {
      found = TomlPositions.of(text);
      lines = found;
    }
    return found.get(path);
  }
}
