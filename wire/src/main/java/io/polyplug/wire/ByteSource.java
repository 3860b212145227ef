package io.polyplug.wire;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Where the bytes of a stream come from. One thread at a time reads, not always the same one;
 * {@link #close} may come from another one at any moment and must let a blocked read fail promptly.
 */
public interface ByteSource {
  /** Waits for bytes, however long it takes; how many came, or -1 at the end of the stream. */
  int read(byte[] bytes, int offset, int length) throws IOException;

  /**
   * As {@link #read(byte[], int, int)}, but waits at most so long: 0 if nothing came. Only asked
   * where {@link #canBeBrief} says so. An interrupt may end the wait early, with 0 or an {@link
   * java.io.InterruptedIOException}, and must neither lose bytes nor break the source.
   */
  int read(byte[] bytes, int offset, int length, Duration atMost) throws IOException;

  /** Whether reads can be bounded: only then callers read for themselves. */
  default boolean canBeBrief() {
    return true;
  }

  /** Nothing more is wanted. */
  void close() throws IOException;

  /** A source that cannot bound a read, and so is read by the transport's own thread alone. */
  static ByteSource of(InputStream in) {
    return new InputStreamSource(in);
  }
}
