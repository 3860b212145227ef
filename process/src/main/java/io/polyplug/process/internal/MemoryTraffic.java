package io.polyplug.process.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Notes what moves in the pipes of a {@code MemorySpawner}. Safe from any thread. */
public final class MemoryTraffic {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private long moves;
  private long unread;

  /** Something happened: so many bytes more, or fewer, wait to be read. */
  void moved(long more) {
    lock.lock();
    try {
      moves++;
      unread += more;
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns when nothing is unread and nothing has moved for the window; false if too late. */
  public boolean awaitQuiet(Duration window, Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    lock.lock();
    try {
      long seen = moves;
      long quietAt = System.nanoTime() + window.toNanos();
      while (true) {
        long now = System.nanoTime();
        if (moves != seen || unread > 0) {
          seen = moves;
          quietAt = now + window.toNanos();
        } else if (now - quietAt >= 0) {
          return true;
        }
        if (now - end >= 0) {
          return false;
        }
        long wait = Math.min(quietAt - now, end - now);
        var _ = moved.await(Math.max(wait, 1), TimeUnit.NANOSECONDS);
      }
    } finally {
      lock.unlock();
    }
  }
}
