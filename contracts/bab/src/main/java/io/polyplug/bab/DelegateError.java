package io.polyplug.bab;

import java.util.Locale;

/** The types of failure that a caller of {@code delegate} is told (section 15). */
public enum DelegateError {
  /** The arguments are wrong. */
  VALIDATION,
  /** The plugin cannot be used as it is set up. */
  CONFIGURATION,
  /** There is no such plugin or role. */
  NOT_FOUND,
  /** The run went wrong. */
  EXECUTION,
  /** The run took too long. */
  TIMEOUT,
  /** The run was cancelled. */
  CANCELLED,
  /** Nobody knows. */
  UNKNOWN;

  private final String word;

  DelegateError() {
    word = name().toLowerCase(Locale.ROOT);
  }

  /** How it is written. */
  public String word() {
    return word;
  }
}
