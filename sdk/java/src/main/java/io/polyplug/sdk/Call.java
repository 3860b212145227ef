package io.polyplug.sdk;

import java.util.Map;

/**
 * One call while a handler works on it. Safe from any thread; of use until the handler returns.
 * Where the contract has no place for a log, it goes to standard error; where it has none for
 * progress, that is dropped.
 */
public interface Call {
  /** Tells the host's log. */
  default void log(Level level, String message) {
    log(level, message, Map.of());
  }

  /** Tells the host's log, with values that belong to the message. */
  void log(Level level, String message, Map<String, ?> fields);

  /** Tells how far the work is, in a unit of your own; each number is larger than the last. */
  void progress(double done);

  /** Tells how far the work is, of how much, and what is being done. */
  void progress(double done, double total, String message);

  /** Whether nobody waits for the answer any more; the handler's thread was interrupted then. */
  boolean isCancelled();

  /** What came beside the input, by name. */
  Map<String, String> metadata();

  /** The server that the call is about; empty if the contract or the caller names none. */
  String target();

  /** What the host does for plugins. */
  HostServices host();
}
