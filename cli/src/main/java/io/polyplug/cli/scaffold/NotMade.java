package io.polyplug.cli.scaffold;

/** A plugin was not begun, or not to the end; the message says why and is safe to show. */
public final class NotMade extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotMade(String message) {
    super(message);
  }
}
