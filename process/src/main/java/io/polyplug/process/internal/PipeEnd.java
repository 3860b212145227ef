package io.polyplug.process.internal;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Our descriptor of a pipe: used by one thread at a time, which holds the lock, and closed once.
 *
 * <p>The descriptor is closed by whoever holds the lock, so that its number cannot be reused under
 * somebody who reads or writes.
 */
final class PipeEnd {
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final int fd;
  private final String name;
  private @Nullable NativeBlock block;

  /**
   * Takes over a descriptor.
   *
   * @param name what it is to the process: its input or its output
   */
  PipeEnd(int fd, String name) {
    this.fd = fd;
    this.name = name;
  }

  int fd() {
    return fd;
  }

  void lock() {
    lock.lock();
  }

  boolean tryLock() {
    return lock.tryLock();
  }

  void unlock() {
    lock.unlock();
  }

  /** The memory to call the system with; for whoever holds the lock. */
  NativeBlock memory() {
    NativeBlock memory = block;
    if (memory == null) {
      memory = new NativeBlock();
      block = memory;
    }
    return memory;
  }

  void checkOpen() throws IOException {
    if (closed.get()) {
      throw new IOException("the " + name + " of the process is closed on this side");
    }
  }

  /**
   * Closes it, if nobody has.
   *
   * @param wake ends the waiting of whoever holds the lock
   * @param release what is to be closed with it, under the lock
   */
  void close(Runnable wake, Runnable release) {
    // Only one may wake and release: a second could do so to a descriptor that reuses the number.
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    if (!lock.tryLock()) {
      wake.run();
      lock.lock();
    }
    try {
      release.run();
      LibC.close(memory().state(), fd);
      memory().free();
      block = null;
    } finally {
      lock.unlock();
    }
  }
}
