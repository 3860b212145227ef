package io.polyplug.process.internal;

import java.io.OutputStream;
import java.util.Arrays;

/** A drained stderr in memory: what is written is drained already. Safe from any thread. */
final class MemoryStderr extends OutputStream implements ChildStreams.Drain {
  private final StderrSink sink;
  private boolean closed;

  MemoryStderr(StderrSink sink) {
    this.sink = sink;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    if (!closed && length > 0) {
      sink.accept(Arrays.copyOfRange(bytes, offset, offset + length), length);
    }
  }

  @Override
  public void drain() {}

  @Override
  public synchronized String tail() {
    return sink.tail();
  }

  /** The last line, even if nothing ends it; what comes later is thrown away. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      sink.finish();
    }
  }
}
