package io.polyplug.process.internal;

import io.polyplug.process.ChildOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An output read by a thread of its own into a bounded buffer, because a thread that is blocked in
 * the JVM's stream cannot be woken: here the reader waits for the buffer instead. The thread ends
 * with the stream.
 */
final class PortableOutput extends ChildOutput {
  private static final int CAPACITY = 64 * 1024;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final InputStream source;
  private byte[] buffer = new byte[0];
  private int start;
  private int end;
  private boolean ended;
  private boolean closed;

  PortableOutput(InputStream source, String threadName) {
    this.source = source;
    Thread.ofPlatform().daemon().name(threadName).start(this::pump);
  }

  private void pump() {
    byte[] chunk = new byte[CAPACITY];
    try {
      int count = source.read(chunk);
      while (count >= 0 && hand(chunk, count)) {
        count = source.read(chunk);
      }
    } catch (IOException closedMeanwhile) {
      // The JVM closes the stream of an ended process: the same as its end.
    } finally {
      lock.lock();
      try {
        ended = true;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
      closeQuietly();
    }
  }

  /** Waits until the last chunk is taken; false if nobody wants more. */
  private boolean hand(byte[] chunk, int count) {
    lock.lock();
    try {
      while (start < end && !closed) {
        changed.awaitUninterruptibly();
      }
      buffer = java.util.Arrays.copyOf(chunk, count);
      start = 0;
      end = count;
      changed.signalAll();
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return take(bytes, offset, length, Long.MAX_VALUE);
  }

  @Override
  public int read(byte[] bytes, int offset, int length, Duration atMost) throws IOException {
    return take(bytes, offset, length, Math.max(0, atMost.toNanos()));
  }

  @Override
  public int readAvailable(byte[] bytes, int offset, int length) throws IOException {
    return take(bytes, offset, length, 0);
  }

  private int take(byte[] bytes, int offset, int length, long atMostNanos) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    lock.lock();
    try {
      awaitChange(length, atMostNanos);
      if (closed) {
        throw new IOException("the output of the process is closed on this side");
      }
      if (start == end) {
        return ended && length > 0 ? -1 : 0;
      }
      int count = Math.min(length, end - start);
      System.arraycopy(buffer, start, bytes, offset, count);
      start += count;
      if (start == end) {
        buffer = new byte[0];
        start = 0;
        end = 0;
        changed.signalAll();
      }
      return count;
    } finally {
      lock.unlock();
    }
  }

  private void awaitChange(int length, long atMostNanos) throws InterruptedIOException {
    long left = atMostNanos;
    while (left > 0 && length > 0 && start == end && !ended && !closed) {
      if (atMostNanos == Long.MAX_VALUE) {
        changed.awaitUninterruptibly();
        continue;
      }
      try {
        left = changed.awaitNanos(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while waiting for the process");
      }
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void closeQuietly() {
    try {
      source.close();
    } catch (IOException alreadyGone) {
      // Nothing is left to be closed.
    }
  }
}
