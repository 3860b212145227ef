package io.polyplug.sdk.internal;

/** The host speaks no contract that we know; the message says what came instead. */
final class NotSpoken extends Exception {
  private static final long serialVersionUID = 1;

  NotSpoken(String seen) {
    super(seen);
  }
}
