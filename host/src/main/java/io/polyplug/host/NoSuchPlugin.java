package io.polyplug.host;

/** A name that no plugin has, or that more than one has; the message says what to write instead. */
public final class NoSuchPlugin extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoSuchPlugin(String message) {
    super(message);
  }
}
