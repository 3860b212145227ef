package io.polyplug.conformance;

/** The plugin broke a rule; thrown out of a check, it fails the axis with this sentence. */
public final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1;

  public Violation(String sentence) {
    super(sentence, null, false, false);
  }
}
