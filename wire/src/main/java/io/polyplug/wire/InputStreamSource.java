package io.polyplug.wire;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Any input stream as a source: every read is left to a thread that may block. */
record InputStreamSource(InputStream in) implements ByteSource {
  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return in.read(bytes, offset, length);
  }

  @Override
  public int read(byte[] bytes, int offset, int length, Duration atMost) {
    throw new UnsupportedOperationException("A read of a plain stream cannot be bounded.");
  }

  @Override
  public boolean canBeBrief() {
    return false;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
