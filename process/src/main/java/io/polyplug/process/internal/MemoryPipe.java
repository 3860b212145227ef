package io.polyplug.process.internal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A pipe of 64 KiB, as the kernel's: a write blocks while it is full, fails when the reader is
 * gone; a read waits for bytes, and sees the end when the writer is gone and all is read. An
 * interrupt disturbs neither, except a read of limited time. Safe from any thread.
 */
final class MemoryPipe {
  private static final int ROOM = 64 << 10;

  private final MemoryTraffic traffic;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final byte[] ring = new byte[ROOM];
  private int from;
  private int count;
  private boolean writerGone;
  private boolean readerGone;
  private boolean cut;

  MemoryPipe(MemoryTraffic traffic) {
    this.traffic = traffic;
  }

  void write(byte[] bytes, int offset, int length) throws IOException {
    int done = 0;
    while (done < length) {
      lock.lock();
      try {
        while (count == ROOM && !readerGone && !writerGone && !cut) {
          changed.awaitUninterruptibly();
        }
        done += put(bytes, offset + done, length - done);
      } finally {
        lock.unlock();
      }
    }
  }

  /** As much as fits now. */
  int offer(byte[] bytes, int offset, int length) throws IOException {
    lock.lock();
    try {
      return put(bytes, offset, length);
    } finally {
      lock.unlock();
    }
  }

  private int put(byte[] bytes, int offset, int length) throws IOException {
    if (writerGone) {
      throw new IOException("the pipe is closed on this side");
    }
    if (readerGone || cut) {
      throw new IOException("broken pipe: nobody reads at the other end");
    }
    int fits = Math.min(length, ROOM - count);
    int at = (from + count) % ROOM;
    int first = Math.min(fits, ROOM - at);
    System.arraycopy(bytes, offset, ring, at, first);
    System.arraycopy(bytes, offset + first, ring, 0, fits - first);
    count += fits;
    if (fits > 0) {
      traffic.moved(fits);
      changed.signalAll();
    }
    return fits;
  }

  int read(byte[] bytes, int offset, int length) throws IOException {
    lock.lock();
    try {
      while (length > 0 && count == 0 && !isOver()) {
        changed.awaitUninterruptibly();
      }
      return take(bytes, offset, length);
    } finally {
      lock.unlock();
    }
  }

  /** 0 if nothing came within this real time. */
  int read(byte[] bytes, int offset, int length, Duration atMost) throws IOException {
    lock.lock();
    try {
      long left = atMost.toNanos();
      while (count == 0 && !isOver() && left > 0) {
        left = changed.awaitNanos(left);
      }
      return take(bytes, offset, length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for bytes");
    } finally {
      lock.unlock();
    }
  }

  /** What is there now; -1 at the end. */
  int readAvailable(byte[] bytes, int offset, int length) throws IOException {
    return read(bytes, offset, length, Duration.ZERO);
  }

  int available() {
    lock.lock();
    try {
      return readerGone ? 0 : count;
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver() {
    return writerGone || readerGone || cut;
  }

  private int take(byte[] bytes, int offset, int length) throws IOException {
    if (readerGone) {
      throw new IOException("the pipe is closed on this side");
    }
    if (count == 0) {
      return isOver() && length > 0 ? -1 : 0;
    }
    int taken = Math.min(length, count);
    int first = Math.min(taken, ROOM - from);
    System.arraycopy(ring, from, bytes, offset, first);
    System.arraycopy(ring, 0, bytes, offset + first, taken - first);
    from = (from + taken) % ROOM;
    count -= taken;
    traffic.moved(-taken);
    changed.signalAll();
    return taken;
  }

  void closeWriter() {
    lock.lock();
    try {
      if (!writerGone) {
        writerGone = true;
        traffic.moved(0);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** What nobody will read any more is forgotten. */
  void closeReader() {
    lock.lock();
    try {
      readerGone = true;
      forget();
    } finally {
      lock.unlock();
    }
  }

  /** The process of the reader is gone: it sees the end, and the writer that nobody reads. */
  void cut() {
    lock.lock();
    try {
      cut = true;
      forget();
    } finally {
      lock.unlock();
    }
  }

  private void forget() {
    traffic.moved(-count);
    count = 0;
    changed.signalAll();
  }
}
