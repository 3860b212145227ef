package io.polyplug.bab;

import org.jspecify.annotations.Nullable;

/** A plugin was not installed or removed; nothing is changed. The message is safe to show. */
public final class StoreFailure extends Exception {
  private static final long serialVersionUID = 1;

  StoreFailure(String message) {
    this(message, null);
  }

  StoreFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** The sentence for people; never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
