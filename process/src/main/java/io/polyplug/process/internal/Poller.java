package io.polyplug.process.internal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One daemon platform thread that waits for many descriptors and runs what belongs to each that is
 * readable. Adding and removing is safe from any thread and never waits for it.
 *
 * <p>A handler may still run once after its removal; it must bear that. One that throws is shown
 * and does not stop the others.
 */
final class Poller {
  private static final int EVENTS = 64;
  private static final long STACK_BYTES = 256 * 1024;

  private final ConcurrentMap<Long, Runnable> handlers = new ConcurrentHashMap<>();
  private final AtomicLong keys = new AtomicLong();
  private final int epoll;

  Poller(String threadName) {
    try (Arena arena = Arena.ofConfined()) {
      epoll = LibC.epollCreate(arena.allocate(LibC.STATE_BYTES));
    }
    if (epoll < 0) {
      throw new IllegalStateException("epoll_create1 failed with errno " + -epoll);
    }
    Thread.ofPlatform().daemon().name(threadName).stackSize(STACK_BYTES).start(this::run);
  }

  /** The key to remove it by. */
  long add(int fd, Runnable handler) throws IOException {
    long key = keys.incrementAndGet();
    handlers.put(key, handler);
    try (Arena arena = Arena.ofConfined()) {
      int result = LibC.epollAdd(arena.allocate(LibC.STATE_BYTES), epoll, fd, key);
      if (result < 0) {
        handlers.remove(key);
        throw new IOException("epoll_ctl failed with errno " + -result);
      }
    }
    return key;
  }

  /** To be called before the descriptor is closed. */
  void remove(int fd, long key) {
    try (Arena arena = Arena.ofConfined()) {
      LibC.epollRemove(arena.allocate(LibC.STATE_BYTES), epoll, fd);
    }
    handlers.remove(key);
  }

  private void run() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(LibC.STATE_BYTES);
      MemorySegment events = arena.allocate(EVENTS * LibC.EPOLL_EVENT_BYTES, 8);
      while (true) {
        int count = LibC.epollWait(state, epoll, events, EVENTS);
        for (int i = 0; i < count; i++) {
          Runnable handler = handlers.get(LibC.epollKey(events, i));
          if (handler != null) {
            runSafely(handler);
          }
        }
      }
    }
  }

  private static void runSafely(Runnable handler) {
    try {
      handler.run();
    } catch (RuntimeException | Error failure) {
      Thread current = Thread.currentThread();
      current.getUncaughtExceptionHandler().uncaughtException(current, failure);
    }
  }
}
