package io.polyplug.bench;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for.
 *
 * @param root the source tree
 * @param quick whether to measure little
 * @param only the one scenario to run; null: all
 * @param json where the results go
 */
record Options(Path root, boolean quick, @Nullable String only, Path json) {
  static Options parse(List<String> words) {
    Deque<String> left = new ArrayDeque<>(words);
    Path root = Path.of("").toAbsolutePath();
    boolean quick = false;
    String only = null;
    Path json = null;
    while (!left.isEmpty()) {
      String word = left.remove();
      switch (word) {
        case "--root" -> root = Path.of(value(word, left)).toAbsolutePath();
        case "--quick" -> quick = true;
        case "--only" -> only = value(word, left);
        case "--json" -> json = Path.of(value(word, left)).toAbsolutePath();
        default -> throw new IllegalArgumentException("unknown option '" + word + "'");
      }
    }
    return new Options(
        root, quick, only, json == null ? root.resolve("bench/target/results.json") : json);
  }

  private static String value(String option, Deque<String> left) {
    if (left.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return left.remove();
  }

  Settings settings() {
    return quick ? Settings.QUICK : Settings.FULL;
  }
}
