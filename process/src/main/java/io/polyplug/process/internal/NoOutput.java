package io.polyplug.process.internal;

import io.polyplug.process.ChildOutput;

/** An output of a child that does not come to us. */
final class NoOutput extends ChildOutput {
  @Override
  public int read(byte[] bytes, int offset, int length) {
    return -1;
  }

  @Override
  public int readAvailable(byte[] bytes, int offset, int length) {
    return -1;
  }

  @Override
  public void close() {}
}
