package io.polyplug.conformance;

/** The axis does not concern the plugin; thrown out of a check, it skips the axis for this fact. */
public final class NotConcerned extends RuntimeException {
  private static final long serialVersionUID = 1;

  public NotConcerned(String fact) {
    super(fact, null, false, false);
  }
}
