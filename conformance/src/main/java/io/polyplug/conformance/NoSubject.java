package io.polyplug.conformance;

/** There is nothing to test; the message says why, safe to show. */
public final class NoSubject extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoSubject(String sentence) {
    super(sentence, null, false, false);
  }

  /** Why. */
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
