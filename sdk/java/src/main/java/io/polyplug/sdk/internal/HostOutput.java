package io.polyplug.sdk.internal;

import io.polyplug.wire.ByteSink;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What goes to the host, and to nobody else: what the program prints goes to standard error from
 * the moment on in which this is made.
 */
final class HostOutput implements ByteSink {
  private final OutputStream out;
  private final CountDownLatch closed = new CountDownLatch(1);

  HostOutput(OutputStream out) {
    this.out = out;
  }

  /** Our standard output, taken away from everybody else. */
  static HostOutput standard() {
    System.setOut(System.err);
    return new HostOutput(new FileOutputStream(FileDescriptor.out));
  }

  /** Nothing: whether a write would block cannot be told. */
  @Override
  public int offer(byte[] bytes, int offset, int length) {
    return 0;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
  }

  /** Writes a text whole. */
  void text(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    write(bytes, 0, bytes.length);
    flush();
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    out.close();
  }

  /** Waits until the last frame is written and the stream closed, but not long. */
  void awaitClosed(long millis) {
    try {
      var _ = closed.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
