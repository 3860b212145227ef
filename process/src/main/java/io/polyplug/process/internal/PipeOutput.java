package io.polyplug.process.internal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.polyplug.process.ChildOutput;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The reading end of a pipe.
 *
 * <p>A read is one blocking system call and nothing else. What wakes it on {@link #close} is a byte
 * that the closer puts into the same pipe through {@code /proc/self/fd}; the reader sees the mark
 * and throws it away. The descriptor is closed by whoever holds the lock, so that its number cannot
 * be reused under a reader.
 */
final class PipeOutput extends ChildOutput {
  private final ReentrantLock reading = new ReentrantLock();
  private final int fd;
  private @Nullable NativeBlock block;
  private final AtomicBoolean closed = new AtomicBoolean();

  PipeOutput(int fd) {
    this.fd = fd;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    reading.lock();
    try {
      return readLocked(bytes, offset, length);
    } finally {
      reading.unlock();
    }
  }

  @Override
  public int readAvailable(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0 || !reading.tryLock()) {
      return 0;
    }
    try {
      return readLockedWithin(bytes, offset, length, 0);
    } finally {
      reading.unlock();
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length, Duration atMost) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    reading.lock();
    try {
      return readLockedWithin(
          bytes, offset, length, (int) Math.min(Integer.MAX_VALUE, atMost.toMillis()));
    } finally {
      reading.unlock();
    }
  }

  private int readLockedWithin(byte[] bytes, int offset, int length, int millis)
      throws IOException {
    checkOpen();
    NativeBlock memory = block();
    LibC.setPoll(memory.buffer(), 0, fd, LibC.POLLIN);
    int ready = LibC.poll(memory.state(), memory.buffer(), 1, millis);
    return ready > 0 && length > 0 ? readLocked(bytes, offset, length) : 0;
  }

  private int readLocked(byte[] bytes, int offset, int length) throws IOException {
    while (true) {
      checkOpen();
      NativeBlock memory = block();
      MemorySegment buffer = memory.buffer();
      long most = Math.min(length, buffer.byteSize());
      long count = LibC.read(memory.state(), fd, buffer, most);
      checkOpen();
      if (count > 0) {
        MemorySegment.copy(buffer, JAVA_BYTE, 0, bytes, offset, (int) count);
        if (count == buffer.byteSize()) {
          memory.growOnce();
        }
        return (int) count;
      }
      if (count == 0) {
        return -1;
      }
      if (count != -LibC.EINTR) {
        throw new IOException("reading from the process failed with errno " + -count);
      }
    }
  }

  @Override
  public void close() {
    // Only one may wake and release: a second could do so to a descriptor that reuses the number.
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    if (!reading.tryLock()) {
      wakeReader();
      reading.lock();
    }
    try {
      release();
    } finally {
      reading.unlock();
    }
  }

  private void release() {
    LibC.close(block().state(), fd);
    block().free();
    block = null;
  }

  /** The reader holds the lock, so the descriptor stays ours until it has seen the byte. */
  private void wakeReader() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(LibC.STATE_BYTES);
      MemorySegment path = arena.allocateFrom("/proc/self/fd/" + fd);
      int writer = LibC.open(state, path, LibC.O_WRONLY | LibC.O_NONBLOCK | LibC.O_CLOEXEC);
      if (writer >= 0) {
        LibC.write(state, writer, arena.allocate(1), 1);
        LibC.close(state, writer);
      }
    }
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
      throw new IOException("the output of the process is closed on this side");
    }
  }
}
