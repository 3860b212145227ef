package io.polyplug.wire;

/** A stream broke the rules of its framing. The message is one sentence and safe to show. */
public final class FramingException extends Exception {
  private static final long serialVersionUID = 1;

  private final Violation violation;

  FramingException(Violation violation, String message) {
    super(message);
    this.violation = violation;
  }

  /** Which rule. */
  public Violation violation() {
    return violation;
  }
}
