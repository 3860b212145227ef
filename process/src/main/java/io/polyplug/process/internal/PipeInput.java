package io.polyplug.process.internal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.polyplug.process.ChildInput;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * The writing end of a pipe, non-blocking.
 *
 * <p>A write that fits is one system call. One that does not waits in poll for room or for an event
 * descriptor, made on the first such wait, by which {@link #close} wakes it.
 */
final class PipeInput extends ChildInput {
  private static final int NONE = -1;
  private static final int POLL_TWO_BYTES = 16;

  private final PipeEnd pipe;
  private volatile int wake = NONE;

  PipeInput(int fd) {
    pipe = new PipeEnd(fd, "input");
  }

  /** Its number, which may be another's once this is closed. */
  int fd() {
    return pipe.fd();
  }

  @Override
  public int offer(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (!pipe.tryLock()) {
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
      pipe.unlock();
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    pipe.lock();
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
      pipe.unlock();
    }
  }

  /** How much was written; 0 if the pipe is full. */
  private int writeOnce(byte[] bytes, int offset, int length) throws IOException {
    while (true) {
      pipe.checkOpen();
      NativeBlock memory = pipe.memory();
      MemorySegment buffer = memory.buffer(length);
      int most = (int) Math.min(length, buffer.byteSize());
      MemorySegment.copy(bytes, offset, buffer, JAVA_BYTE, 0, most);
      long count = LibC.write(memory.state(), pipe.fd(), buffer, most);
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
    NativeBlock memory = pipe.memory();
    if (wake == NONE) {
      int made = LibC.eventfd(memory.state());
      if (made < 0) {
        throw new IOException("no descriptor to wait for the process with, errno " + -made);
      }
      wake = made;
    }
    // Only after the wake descriptor is visible: a closer that missed it has set this already.
    pipe.checkOpen();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment fds = arena.allocate(POLL_TWO_BYTES, 8);
      LibC.setPoll(fds, 0, pipe.fd(), LibC.POLLOUT);
      LibC.setPoll(fds, 1, wake, LibC.POLLIN);
      LibC.poll(memory.state(), fds, 2, -1);
    }
    pipe.checkOpen();
  }

  @Override
  public void close() {
    pipe.close(this::wakeWriter, this::releaseWake);
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

  private void releaseWake() {
    if (wake != NONE) {
      LibC.close(pipe.memory().state(), wake);
    }
  }
}
