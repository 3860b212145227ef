package io.polyplug.process.internal;

import io.polyplug.process.ChildOutput;
import java.time.Duration;

/** An output of a child that does not come to us. */
final class NoOutput extends ChildOutput {
  @Override
  public int read(byte[] bytes, int offset, int length) {
    return -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int length, Duration atMost) {
    return -1;
  }

  @Override
  public int readAvailable(byte[] bytes, int offset, int length) {
    return -1;
  }

  @Override
  public void close() {}
}
