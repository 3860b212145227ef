package io.polyplug.rune;

/** A bundle whose manifest cannot be used; the message says what is wrong with it. */
final class InvalidBundle extends Exception {
  private static final long serialVersionUID = 1;

  private final String key;
  private final int position;

  InvalidBundle(String problem) {
    this(problem, "");
  }

  /** It is wrong at the key with this path. */
  InvalidBundle(String problem, String key) {
    this(problem, key, -1);
  }

  /** It is no JSON from this byte on. */
  InvalidBundle(String problem, int position) {
    this(problem, "", position);
  }

  private InvalidBundle(String problem, String key, int position) {
    super(problem);
    this.key = key;
    this.position = position;
  }

  /** One sentence, safe to show. */
  String problem() {
    return String.valueOf(getMessage());
  }

  /** The path of the key; empty if no key is concerned. */
  String key() {
    return key;
  }

  /** The byte from which on it is no JSON; negative if it is. */
  int position() {
    return position;
  }
}
