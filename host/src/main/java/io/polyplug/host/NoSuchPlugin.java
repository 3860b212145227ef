package io.polyplug.host;

/** A name that no plugin has, or that more than one has; the message says what to write instead. */
public final class NoSuchPlugin extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With a sentence that is safe to show. */
  public NoSuchPlugin(String message) {
    super(message);
  }
}
