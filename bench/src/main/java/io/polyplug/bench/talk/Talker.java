package io.polyplug.bench.talk;

import java.io.IOException;

/** Makes calls of one size to an echo child of its own. Used by one thread unless it says more. */
public interface Talker extends AutoCloseable {
  /** Sends a call and does not wait. */
  Reply send() throws Exception;

  @Override
  void close() throws IOException;

  /** A call under way. */
  interface Reply {
    /** Waits for the result in the form in which the library gives it. */
    void await() throws Exception;
  }
}
