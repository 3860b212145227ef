package io.polyplug.monorepo.diagnostics;

import io.polyplug.bento.Diagnostic;
import io.polyplug.bento.Severity;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One finding while its members come in, in whatever order. Positions of 0 and less are unknown.
 * Owned by one thread.
 */
final class Finding {
  /** Of a message or another text: enough for people, whatever a tool writes. */
  private static final int LONGEST_TEXT = 16 * 1024;

  @Nullable String file;
  int line;
  int column;
  int endLine;
  int endColumn;
  Severity severity = Severity.WARNING;
  String message = "";
  @Nullable String rule;

  /** Whether it says where it is; else it is no diagnostic. */
  boolean hasFile() {
    return file != null && !file.isEmpty();
  }

  Diagnostic diagnostic(String source) {
    boolean hasEnd = endLine > 0 && endColumn > 0;
    return new Diagnostic(
        cut(file == null ? "" : file),
        Math.max(1, line),
        known(column > 0, column),
        known(hasEnd, endLine),
        known(hasEnd, endColumn),
        severity,
        cut(message),
        rule == null || rule.isEmpty() ? Optional.empty() : Optional.of(cut(rule)),
        source);
  }

  private static OptionalInt known(boolean known, int value) {
    return known ? OptionalInt.of(value) : OptionalInt.empty();
  }

  private static String cut(String text) {
    if (text.length() <= LONGEST_TEXT) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(LONGEST_TEXT - 1));
    return text.substring(0, splits ? LONGEST_TEXT - 1 : LONGEST_TEXT) + "…";
  }
}
