package io.polyplug.process.internal;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/** Empties a stderr on a thread of its own, which ends with the stream. */
final class PortableDrain implements ChildStreams.Drain {
  private static final int CHUNK_BYTES = 16 * 1024;

  /** A grandchild may hold the stream open, so that its end cannot be waited for much longer. */
  private static final Duration END_AFTER_EXIT = Duration.ofMillis(250);

  private final ReentrantLock lock = new ReentrantLock();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private final Process process;
  private final StderrSink sink;
  private boolean closed;

  PortableDrain(Process process, StderrSink sink, String threadName) {
    this.process = process;
    this.sink = sink;
    Thread.ofPlatform().daemon().name(threadName).start(this::run);
  }

  private void run() {
    byte[] chunk = new byte[CHUNK_BYTES];
    try (InputStream source = process.getErrorStream()) {
      for (int count = source.read(chunk); count >= 0; count = source.read(chunk)) {
        accept(chunk, count);
      }
    } catch (IOException closedMeanwhile) {
      // The JVM closes the stream of an ended process: the same as its end.
    } finally {
      finish();
      ended.complete(true);
    }
  }

  private void accept(byte[] chunk, int count) {
    lock.lock();
    try {
      if (!closed) {
        sink.accept(chunk, count);
      }
    } catch (RuntimeException failure) {
      Thread current = Thread.currentThread();
      current.getUncaughtExceptionHandler().uncaughtException(current, failure);
    } finally {
      lock.unlock();
    }
  }

  /** After the exit, waits for the end of the stream; before it, the thread is never behind. */
  @Override
  public void drain() {
    if (!process.isAlive()) {
      Waiting.uninterruptibly(ended, END_AFTER_EXIT);
    }
  }

  @Override
  public String tail() {
    drain();
    lock.lock();
    try {
      return sink.tail();
    } finally {
      lock.unlock();
    }
  }

  /** What comes later is read and thrown away. */
  @Override
  public void close() {
    drain();
    finish();
  }

  private void finish() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        sink.finish();
      }
    } finally {
      lock.unlock();
    }
  }
}
