package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A source whose brief reads last until the test ends them, and that shows who reads. */
final class HandSource implements ByteSource {
  private final ArrayDeque<byte[]> said = new ArrayDeque<>();
  private boolean ended;
  private boolean closed;
  private boolean timeIsOver;
  private @Nullable Thread inBriefRead;
  private @Nullable Thread inLongRead;

  @Override
  public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
    inLongRead = Thread.currentThread();
    try {
      return take(bytes, offset, length, false);
    } finally {
      inLongRead = null;
    }
  }

  @Override
  public synchronized int read(byte[] bytes, int offset, int length, Duration atMost)
      throws IOException {
    if (Thread.currentThread().isVirtual()) {
      throw new IOException("A virtual thread reads.");
    }
    inBriefRead = Thread.currentThread();
    try {
      return take(bytes, offset, length, true);
    } finally {
      inBriefRead = null;
    }
  }

  private int take(byte[] bytes, int offset, int length, boolean brief) throws IOException {
    notifyAll();
    while (said.isEmpty()) {
      if (closed) {
        throw new IOException("Stream closed");
      }
      if (ended) {
        return -1;
      }
      if (brief && timeIsOver) {
        timeIsOver = false;
        return 0;
      }
      try {
        wait();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
    }
    byte[] chunk = said.remove();
    if (chunk.length > length) {
      throw new IOException("The test says too much at once.");
    }
    System.arraycopy(chunk, 0, bytes, offset, chunk.length);
    return chunk.length;
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  synchronized void say(String text) {
    said.add(text.getBytes(UTF_8));
    notifyAll();
  }

  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** The read that a caller is in, or the next one, ends without bytes. */
  synchronized void timeIsOver() {
    timeIsOver = true;
    notifyAll();
  }

  /** Returns when somebody waits for bytes: the caller that reads, or null for the own thread. */
  synchronized @Nullable Thread awaitReader() throws InterruptedException {
    while (!said.isEmpty() || (inBriefRead == null && inLongRead == null)) {
      wait();
    }
    return inBriefRead;
  }

  synchronized boolean ownReaderWaits() {
    return inLongRead != null;
  }

  /** Returns when the transport's own thread waits for bytes. */
  synchronized void awaitOwnReader() throws InterruptedException {
    while (!said.isEmpty() || inLongRead == null) {
      wait();
    }
  }
}
