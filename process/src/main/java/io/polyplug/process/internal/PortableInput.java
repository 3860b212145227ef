package io.polyplug.process.internal;

import io.polyplug.process.ChildInput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An input written by a thread of its own, because a thread that is blocked in the JVM's stream
 * cannot be woken and keeps others from closing it: here the writer waits for that thread instead.
 * The thread is started with the first write and ends after the close or with the process.
 */
final class PortableInput extends ChildInput {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final OutputStream target;
  private final String threadName;
  private @Nullable Thread thread;
  private byte @Nullable [] pending;
  private @Nullable IOException failure;
  private boolean closed;

  PortableInput(OutputStream target, String threadName) {
    this.target = target;
    this.threadName = threadName;
  }

  @Override
  public int offer(byte[] bytes, int offset, int length) throws IOException {
    lock.lock();
    try {
      checkOpen();
      return 0;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    lock.lock();
    try {
      awaitIdle();
      pending = Arrays.copyOfRange(bytes, offset, offset + length);
      if (thread == null) {
        thread = Thread.ofPlatform().daemon().name(threadName).start(this::pump);
      }
      changed.signalAll();
      awaitIdle();
    } finally {
      lock.unlock();
    }
  }

  private void awaitIdle() throws IOException {
    checkOpen();
    while (pending != null) {
      changed.awaitUninterruptibly();
      checkOpen();
    }
  }

  private void pump() {
    try {
      for (byte[] next = next(); next != null; next = next()) {
        target.write(next);
        target.flush();
        done(null);
      }
    } catch (IOException broken) {
      done(new IOException("broken pipe: the process has closed its input or is gone", broken));
    } finally {
      closeTarget();
    }
  }

  private byte @Nullable [] next() {
    lock.lock();
    try {
      while (pending == null && !closed) {
        changed.awaitUninterruptibly();
      }
      return pending;
    } finally {
      lock.unlock();
    }
  }

  private void done(@Nullable IOException broken) {
    lock.lock();
    try {
      pending = null;
      failure = broken;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    boolean ours;
    lock.lock();
    try {
      ours = !closed && thread == null;
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (ours) {
      closeTarget();
    }
  }

  private void closeTarget() {
    try {
      target.close();
    } catch (IOException alreadyGone) {
      // Nothing is left to be closed.
    }
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException("the input of the process is closed on this side");
    }
    if (failure != null) {
      throw new IOException(failure.getMessage(), failure);
    }
  }
}
