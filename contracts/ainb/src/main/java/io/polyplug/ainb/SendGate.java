package io.polyplug.ainb;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Lets messages into the lanes of a plugin until it is closed. Once {@link #close} has returned,
 * none is on its way into a lane, so what is discarded then is all there is, and nothing follows
 * the request to shut down (5.2). Safe from any thread.
 */
final class SendGate implements AutoCloseable {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Supplier<? extends RuntimeException> refusal;
  private final Duration patience;
  private volatile boolean closed;

  /**
   * An open one.
   *
   * @param patience how long a close waits for what is being sent: that never blocks, but a close
   *     might come out of it
   */
  SendGate(Supplier<? extends RuntimeException> refusal, Duration patience) {
    this.refusal = refusal;
    this.patience = patience;
  }

  /** What sending gives; throws the refusal, with nothing sent, if it is closed. */
  <T> T sending(Supplier<T> send) {
    lock.readLock().lock();
    try {
      refuseIfClosed();
      return send.get();
    } finally {
      lock.readLock().unlock();
    }
  }

  void refuseIfClosed() {
    if (closed) {
      throw refusal.get();
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      if (lock.writeLock().tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        lock.writeLock().unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
