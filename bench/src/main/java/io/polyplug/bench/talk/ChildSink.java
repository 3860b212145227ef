package io.polyplug.bench.talk;

import io.polyplug.process.ChildInput;
import io.polyplug.wire.ByteSink;
import java.io.IOException;

/** A child's stdin as the wire wants it. */
record ChildSink(ChildInput stdin) implements ByteSink {
  @Override
  public int offer(byte[] bytes, int offset, int length) throws IOException {
    return stdin.offer(bytes, offset, length);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    stdin.write(bytes, offset, length);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    stdin.close();
  }
}
