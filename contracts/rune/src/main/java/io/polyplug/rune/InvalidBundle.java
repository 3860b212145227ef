package io.polyplug.rune;

/** A bundle whose manifest cannot be used; the message says what is wrong with it. */
final class InvalidBundle extends Exception {
  private static final long serialVersionUID = 1;

  InvalidBundle(String problem) {
    super(problem);
  }

  /** One sentence, safe to show. */
  String problem() {
    return String.valueOf(getMessage());
  }
}
