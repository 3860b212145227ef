package io.polyplug.process.internal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.polyplug.process.ChildOutput;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;

/**
 * The reading end of a pipe.
 *
 * <p>A read is one blocking system call and nothing else. What wakes it on {@link #close} is a byte
 * that the closer puts into the same pipe through {@code /proc/self/fd}; the reader sees the mark
 * and throws it away.
 */
final class PipeOutput extends ChildOutput {
  private final PipeEnd pipe;
  private final EagerPoll arrival = new EagerPoll();

  PipeOutput(int fd) {
    pipe = new PipeEnd(fd, "output");
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    pipe.lock();
    try {
      return readLocked(bytes, offset, length);
    } finally {
      pipe.unlock();
    }
  }

  @Override
  public int readAvailable(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0 || !pipe.tryLock()) {
      return 0;
    }
    try {
      return readLockedWithin(bytes, offset, length, 0);
    } finally {
      pipe.unlock();
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length, Duration atMost) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    pipe.lock();
    try {
      return readLockedWithin(
          bytes, offset, length, (int) Math.min(Integer.MAX_VALUE, atMost.toMillis()));
    } finally {
      pipe.unlock();
    }
  }

  private int readLockedWithin(byte[] bytes, int offset, int length, int millis)
      throws IOException {
    pipe.checkOpen();
    NativeBlock memory = pipe.memory();
    LibC.setPoll(memory.buffer(), 0, pipe.fd(), LibC.POLLIN);
    int ready = arrival.await(memory.state(), memory.buffer(), millis);
    return ready > 0 && length > 0 ? readLocked(bytes, offset, length) : 0;
  }

  private int readLocked(byte[] bytes, int offset, int length) throws IOException {
    while (true) {
      pipe.checkOpen();
      NativeBlock memory = pipe.memory();
      MemorySegment buffer = memory.buffer();
      long most = Math.min(length, buffer.byteSize());
      long count = LibC.read(memory.state(), pipe.fd(), buffer, most);
      pipe.checkOpen();
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
    pipe.close(this::wakeReader, () -> {});
  }

  /** The reader holds the lock, so the descriptor stays ours until it has seen the byte. */
  private void wakeReader() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(LibC.STATE_BYTES);
      MemorySegment path = arena.allocateFrom("/proc/self/fd/" + pipe.fd());
      int writer = LibC.open(state, path, LibC.O_WRONLY | LibC.O_NONBLOCK | LibC.O_CLOEXEC);
      if (writer >= 0) {
        LibC.write(state, writer, arena.allocate(1), 1);
        LibC.close(state, writer);
      }
    }
  }
}
