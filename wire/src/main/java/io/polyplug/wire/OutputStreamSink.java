package io.polyplug.wire;

import java.io.IOException;
import java.io.OutputStream;

/** Any output stream as a sink: every write is left to a thread that may block. */
record OutputStreamSink(OutputStream out) implements ByteSink {
  @Override
  public int offer(byte[] bytes, int offset, int length) {
    return 0;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
