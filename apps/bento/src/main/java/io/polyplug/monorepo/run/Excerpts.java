package io.polyplug.monorepo.run;

import java.nio.charset.StandardCharsets;

/** The parts of a task's output that a report has room for. Pure functions. */
final class Excerpts {
  static final int STDERR_CHARACTERS = 2_000;
  static final int OUTPUT_BYTES = 4_096;
  static final int WHOLE_CHARACTERS = 256 * 1024;
  private static final int FIRST_CHARACTERS = 64 * 1024;

  private Excerpts() {}

  /** The beginning of stderr, and whether there is more. */
  static String stderr(String stderr) {
    if (stderr.codePointCount(0, stderr.length()) <= STDERR_CHARACTERS) {
      return stderr;
    }
    return stderr.substring(0, stderr.offsetByCodePoints(0, STDERR_CHARACTERS)) + "\n… (truncated)";
  }

  /** All of stderr, unless nobody would read it: then its beginning and its end. */
  static String whole(String stderr) {
    if (stderr.length() <= WHOLE_CHARACTERS) {
      return stderr;
    }
    int first = boundary(stderr, FIRST_CHARACTERS);
    int last = boundary(stderr, stderr.length() - (WHOLE_CHARACTERS - FIRST_CHARACTERS));
    return stderr.substring(0, first)
        + "\n… ["
        + (last - first)
        + " characters left out]\n"
        + stderr.substring(last);
  }

  private static int boundary(String text, int at) {
    return Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
  }

  /** The end of both outputs, and how much is missing before it. */
  static String output(String stdout, String stderr) {
    StringBuilder both = new StringBuilder(stdout);
    if (!stderr.isEmpty()) {
      if (!both.isEmpty() && both.charAt(both.length() - 1) != '\n') {
        both.append('\n');
      }
      both.append("[stderr]\n").append(stderr);
    }
    byte[] bytes = both.toString().getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= OUTPUT_BYTES) {
      return both.toString();
    }
    int from = bytes.length - OUTPUT_BYTES;
    while (from < bytes.length && (bytes[from] & 0xC0) == 0x80) {
      from++;
    }
    return "… ["
        + from
        + " bytes truncated]\n"
        + new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
  }
}
