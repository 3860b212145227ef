package io.polyplug.monorepo.run;

import io.polyplug.base.UntrustedText;

/**
 * A line that a task wrote, as it is shown: tabs and colours stay, because tools line up and colour
 * what they say; everything else that moves a cursor or hides text is escaped. Pure functions.
 */
final class OutputLine {
  private static final String RESET = "\u001b[0m";

  private OutputLine() {}

  static String shown(String line) {
    if (line.indexOf('\t') < 0 && line.indexOf('\u001b') < 0) {
      return UntrustedText.escape(line);
    }
    StringBuilder out = new StringBuilder(line.length() + 8);
    boolean coloured = false;
    int from = 0;
    int at = 0;
    while (at < line.length()) {
      char c = line.charAt(at);
      int end = c == '\u001b' ? colourEnd(line, at) : c == '\t' ? at + 1 : at;
      if (end > at) {
        out.append(UntrustedText.escape(line.substring(from, at))).append(line, at, end);
        coloured |= c == '\u001b';
        from = end;
        at = end;
      } else {
        at++;
      }
    }
    out.append(UntrustedText.escape(line.substring(from)));
    return coloured ? out.append(RESET).toString() : out.toString();
  }

  /** Where a sequence that only sets colours ends; where it begins if it is another one. */
  private static int colourEnd(String line, int start) {
    int at = start + 1;
    if (at >= line.length() || line.charAt(at) != '[') {
      return start;
    }
    at++;
    while (at < line.length()
        && ((line.charAt(at) >= '0' && line.charAt(at) <= '9')
            || line.charAt(at) == ';'
            || line.charAt(at) == ':')) {
      at++;
    }
    return at < line.length() && line.charAt(at) == 'm' ? at + 1 : start;
  }
}
