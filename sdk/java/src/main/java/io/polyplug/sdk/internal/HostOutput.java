package io.polyplug.sdk.internal;

import io.polyplug.wire.ByteSink;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What goes to the host, and to nobody else. Made of our standard output, what the program prints
 * goes to standard error from that moment on.
 */
final class HostOutput implements ByteSink {
  private final OutputStream out;
  private final PrintStream errors;
  private final Runnable giveUp;
  private final CountDownLatch closed = new CountDownLatch(1);

  private HostOutput(OutputStream out, PrintStream errors, Runnable giveUp) {
    this.out = out;
    this.errors = errors;
    this.giveUp = giveUp;
  }

  /** A stream that somebody else gave us, as its own stderr; nothing of the JVM is touched. */
  static HostOutput of(OutputStream out, PrintStream errors) {
    return new HostOutput(
        out,
        errors,
        () -> {
          try {
            out.close();
          } catch (IOException e) {
            // The host is gone in any case.
          }
        });
  }

  /** Our standard output, taken away from everybody else. */
  static HostOutput standard() {
    System.setOut(System.err);
    return new HostOutput(
        new FileOutputStream(FileDescriptor.out), System.err, () -> Program.exit(0));
  }

  /** Where people look for what is not for the host. */
  PrintStream errors() {
    return errors;
  }

  /** The host is gone and a handler does not stop: ends the JVM, if it is ours. */
  void giveUp() {
    giveUp.run();
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
