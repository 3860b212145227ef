package io.polyplug.wire;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Where the bytes of a stream go, told apart into what can be done at once and what may block. One
 * thread at a time writes; {@link #close} may come from another one at any moment and must let a
 * blocked write fail.
 */
public interface ByteSink {
  /** Writes as many bytes as fit without waiting and says how many, perhaps none. */
  int offer(byte[] bytes, int offset, int length) throws IOException;

  /** Writes all, however long it takes. */
  void write(byte[] bytes, int offset, int length) throws IOException;

  /** Pushes on what is buffered, if anything is. */
  void flush() throws IOException;

  /** The other end sees the end of the stream. */
  void close() throws IOException;

  /** A sink that cannot tell whether a write would block, and so never writes at once. */
  static ByteSink of(OutputStream out) {
    return new OutputStreamSink(out);
  }
}
