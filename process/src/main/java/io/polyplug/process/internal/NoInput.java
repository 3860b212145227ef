package io.polyplug.process.internal;

import io.polyplug.process.ChildInput;
import java.io.IOException;

/** The stdin of a child that has none from us. */
final class NoInput extends ChildInput {
  @Override
  public int offer(byte[] bytes, int offset, int length) throws IOException {
    throw new IOException("the input of the process is not a pipe");
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    throw new IOException("the input of the process is not a pipe");
  }

  @Override
  public void close() {}
}
