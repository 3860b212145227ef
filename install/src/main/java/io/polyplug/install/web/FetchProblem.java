package io.polyplug.install.web;

import java.io.IOException;

/** Why something could not be fetched: one sentence, safe to show. */
public final class FetchProblem extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean unreachable;

  private FetchProblem(String message, boolean unreachable) {
    super(message);
    this.unreachable = unreachable;
  }

  /** The other side answered, but not with what was asked for. */
  public FetchProblem(String message) {
    this(message, false);
  }

  /** There was no conversation, or not one in the protocol that was tried. */
  public static FetchProblem unreachable(String message) {
    return new FetchProblem(message, true);
  }

  /** Whether another protocol may do better. */
  public boolean isUnreachable() {
    return unreachable;
  }
}
