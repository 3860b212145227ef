package io.polyplug.bab.bridge;

import org.jspecify.annotations.Nullable;

/** An adapter's function gave no result. The message is the adapter's own where it threw one. */
public final class AdapterFailure extends Exception {
  private static final long serialVersionUID = 1;

  /** What kept the result from coming. */
  public enum Kind {
    /** There is neither bun nor a node that can be used. */
    NO_RUNTIME,
    /** The module could not be loaded. */
    NOT_LOADED,
    /** It threw an Error. */
    THREW,
    /** It threw something that is no Error, or rejected with it. */
    THREW_VALUE,
    /** It took longer than it may. */
    TOO_LONG,
    /** The process ended. */
    GONE
  }

  private final Kind kind;

  public AdapterFailure(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** The message, which is never missing here. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
