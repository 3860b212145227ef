package io.polyplug.cli;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a command that went well has written.
 *
 * @param result to standard output
 * @param asides to standard error, by lines
 */
record LauncherAnswer(byte[] result, List<String> asides) {
  /** With the exit code, where there is an answer; the launcher knows this name and the next. */
  private static final String EXIT = "Polyplug-Exit";

  private static final String ASIDE = "Polyplug-Aside-";

  private static final int LARGEST_RESULT = 64 << 20;

  /** All headers of an answer have to fit into 8 KiB. */
  private static final int LARGEST_ASIDES = 4 << 10;

  /** Empty if it is too large, or has something beside the result that is no plain text. */
  static Optional<LauncherAnswer> of(byte[] result, byte[] aside) {
    List<String> lines = new String(aside, StandardCharsets.ISO_8859_1).lines().toList();
    boolean plain = lines.stream().allMatch(LauncherAnswer::isPlain);
    return plain
            && result.length <= LARGEST_RESULT
            && aside.length + lines.size() * ASIDE.length() <= LARGEST_ASIDES
        ? Optional.of(new LauncherAnswer(result, lines))
        : Optional.empty();
  }

  /** What a header keeps as it is; it has its bytes as characters. */
  private static boolean isPlain(String line) {
    return !line.isEmpty()
        && line.strip().length() == line.length()
        && line.chars().allMatch(it -> it >= ' ' && it != 0x7f);
  }

  Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(EXIT, "0");
    for (int i = 0; i < asides.size(); i++) {
      headers.put(ASIDE + i, asides.get(i));
    }
    return headers;
  }
}
