package io.polyplug.process.internal;

import io.polyplug.process.ChildInput;
import io.polyplug.process.ChildOutput;
import org.jspecify.annotations.Nullable;

/**
 * The standard streams of a child as the host holds them.
 *
 * @param drain what drains its stderr; null if the policy is another one
 */
record ChildStreams(
    ChildInput stdin, ChildOutput stdout, ChildOutput stderr, @Nullable Drain drain) {
  /** Takes what a child writes to its stderr, so that it never blocks on it. */
  interface Drain {
    /** Takes what is there now, on this thread. */
    void drain();

    /** The last bytes as text, those that are there now included. */
    String tail();

    void close();
  }

  void close() {
    stdin.close();
    stdout.close();
    stderr.close();
    if (drain != null) {
      drain.close();
    }
  }
}
