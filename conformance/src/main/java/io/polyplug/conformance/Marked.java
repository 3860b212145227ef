package io.polyplug.conformance;

import io.polyplug.base.UntrustedText;
import java.util.Optional;

/**
 * A text between two marks, to see whether it comes back as it was sent from a plugin that repeats
 * what it is given. Most do not, so that it has not come back proves nothing.
 */
public final class Marked {
  private static final String BEGIN = "conformance(";
  private static final String END = ")ecnamrofnoc";

  /** Outside of the plane that fits two bytes, and what some readers take for the end of a line. */
  public static final String UNICODE = BEGIN + "é 漢 \uD834\uDD1E \u2028 \u0085" + END;

  private Marked() {}

  /** A text of so many characters. */
  public static String ofLength(int length) {
    return BEGIN + "x".repeat(length - BEGIN.length() - END.length()) + END;
  }

  /** What came between the marks; empty if they are not both there. */
  public static Optional<String> in(String answer) {
    int from = answer.indexOf(BEGIN);
    int to = answer.indexOf(END, Math.max(from, 0));
    return from < 0 || to < 0
        ? Optional.empty()
        : Optional.of(answer.substring(from, to + END.length()));
  }

  /** Fails the axis if the answer repeats the text and has changed it; whether it repeats it. */
  public static boolean isKept(String sent, String answer) {
    Optional<String> back = in(answer);
    if (back.isPresent() && !back.get().equals(sent)) {
      throw new Violation(
          "\"%s\" came back as \"%s\""
              .formatted(UntrustedText.excerpt(sent, 80), UntrustedText.excerpt(back.get(), 80)));
    }
    return back.isPresent();
  }
}
