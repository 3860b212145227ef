package io.polyplug.rune.protocol;

/** A line that is not one JSON object with members of the right types; the message says why. */
public final class MalformedLine extends Exception {
  private static final long serialVersionUID = 1;

  MalformedLine(String message) {
    super(message);
  }

  /** What is wrong, as the rest of a sentence; safe to show. */
  public String problem() {
    return String.valueOf(getMessage());
  }
}
