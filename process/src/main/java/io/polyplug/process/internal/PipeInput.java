package io.polyplug.process.internal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.polyplug.process.ChildInput;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The writing end of a pipe, non-blocking.
 *
 * <p>A write that fits is one system call. One that does not waits in poll for room or for an event
 * descriptor, made on the first such wait, by which {@link #close} wakes it. The descriptors are
 * closed by whoever holds the lock, so that their numbers cannot be reused under a writer.
 */
final class PipeInput extends ChildInput {
  private static final int NONE = -1;
  private static final int POLL_TWO_BYTES = 16;

  private final ReentrantLock writing = new ReentrantLock();
  private final int fd;
  private @Nullable NativeBlock block;
  private volatile int wake = NONE;
  private final AtomicBoolean closed = new AtomicBoolean();

  PipeInput(int fd) {
    this.fd = fd;
  }

  @Override
  public int offer(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (!writing.tryLock()) {
      return 0;
    }
    try {
      int done = 0;
      while (done < length) {
        int count = writeOnce(bytes, offset + done, length - done);
        if (count == 0) {
          break;
        }
        done += count;
      }
      return done;
    } finally {
      writing.unlock();
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    writing.lock();
    try {
      int done = 0;
      while (done < length) {
        int count = writeOnce(bytes, offset + done, length - done);
        if (count == 0) {
          awaitRoom();
        }
        done += count;
      }
    } finally {
      writing.unlock();
    }
  }

  /** How much was written; 0 if the pipe is full. */
  private int writeOnce(byte[] bytes, int offset, int length) throws IOException {
    while (true) {
      checkOpen();
      NativeBlock memory = block();
      MemorySegment buffer = memory.buffer(length);
      int most = (int) Math.min(length, buffer.byteSize());
      MemorySegment.copy(bytes, offset, buffer, JAVA_BYTE, 0, most);
      long count = LibC.write(memory.state(), fd, buffer, most);
      if (count >= 0) {
        return (int) count;
      }
      if (count == -LibC.EAGAIN) {
        return 0;
      }
      if (count == -LibC.EPIPE) {
        throw new IOException("broken pipe: the process has closed its input or is gone");
      }
      if (count != -LibC.EINTR) {
        throw new IOException("writing to the process failed with errno " + -count);
      }
    }
  }

  private void awaitRoom() throws IOException {
    NativeBlock memory = block();
    if (wake == NONE) {
      int made = LibC.eventfd(memory.state());
      if (made < 0) {
        throw new IOException("no descriptor to wait for the process with, errno " + -made);
      }
      wake = made;
    }
    // Only after the wake descriptor is visible: a closer that missed it has set this already.
    checkOpen();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment fds = arena.allocate(POLL_TWO_BYTES, 8);
      LibC.setPoll(fds, 0, fd, LibC.POLLOUT);
      LibC.setPoll(fds, 1, wake, LibC.POLLIN);
      LibC.poll(memory.state(), fds, 2, -1);
    }
    checkOpen();
  }

  @Override
  public void close() {
    // Only one may wake and release: a second could do so to a descriptor that reuses the number.
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    if (!writing.tryLock()) {
      wakeWriter();
      writing.lock();
    }
    try {
      release();
    } finally {
      writing.unlock();
    }
  }

  private void wakeWriter() {
    int target = wake;
    if (target != NONE) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment one = arena.allocate(8, 8);
        one.set(JAVA_LONG, 0, 1);
        LibC.write(arena.allocate(LibC.STATE_BYTES), target, one, 8);
      }
    }
  }

  private void release() {
    MemorySegment state = block().state();
    LibC.close(state, fd);
    if (wake != NONE) {
      LibC.close(state, wake);
    }
    block().free();
    block = null;
  }

  private NativeBlock block() {
    NativeBlock memory = block;
    if (memory == null) {
      memory = new NativeBlock();
      block = memory;
    }
    return memory;
  }

  private void checkOpen() throws IOException {
    if (closed.get()) {
      throw new IOException("the input of the process is closed on this side");
    }
  }
}
