package io.polyplug.process.internal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * One daemon platform thread that waits for many descriptors and runs what belongs to each that is
 * readable. Adding and removing is safe from any thread and never waits for it.
 *
 * <p>A handler may still run once after its removal; it must bear that. One that throws is shown
 * and does not stop the others.
 */
final class Poller {
  private static final int EVENTS = 64;

  /** The key of the descriptor that is no child's; keys of others begin at 1. */
  private static final long BELL = 0;

  private static final long STACK_BYTES = 256 * 1024;

  private final ConcurrentMap<Long, Runnable> handlers = new ConcurrentHashMap<>();
  private final AtomicLong keys = new AtomicLong();

  /** Guards what is lent to the kernel to change what is watched. */
  private final Object changing = new Object();

  private final MemorySegment state = Arena.global().allocate(LibC.STATE_BYTES, Long.BYTES);
  private final MemorySegment event = Arena.global().allocate(LibC.EPOLL_EVENT_BYTES, Long.BYTES);
  private final MemorySegment one = Arena.global().allocate(Long.BYTES, Long.BYTES);
  private final int epoll;
  private final int bell;
  private final Thread thread;

  /** Never ends: there is one of a kind for all children of the JVM. */
  Poller(String threadName) {
    one.set(ValueLayout.JAVA_LONG, 0, 1);
    epoll = checked(LibC.epollCreate(state), "epoll_create1");
    bell = checked(LibC.eventfd(state), "eventfd");
    checked(LibC.epollAdd(state, event, epoll, bell, BELL), "epoll_ctl");
    thread = Thread.ofPlatform().daemon().name(threadName).stackSize(STACK_BYTES).start(this::run);
  }

  private static int checked(int result, String call) {
    if (result < 0) {
      throw new IllegalStateException(call + " failed with errno " + -result);
    }
    return result;
  }

  /** The key to remove it by. */
  long add(int fd, Runnable handler) throws IOException {
    long key = keys.incrementAndGet();
    handlers.put(key, handler);
    int result;
    synchronized (changing) {
      result = LibC.epollAdd(state, event, epoll, fd, key);
    }
    if (result < 0) {
      handlers.remove(key);
      throw new IOException("epoll_ctl failed with errno " + -result);
    }
    LockSupport.unpark(thread);
    return key;
  }

  /** Whether its handler is let run; nothing has to be taken for that, so it does not fail. */
  void mute(int fd, long key, boolean mute) {
    synchronized (changing) {
      checked(LibC.epollMute(state, event, epoll, fd, key, mute), "epoll_ctl");
    }
  }

  /** To be called before the descriptor is closed. */
  void remove(int fd, long key) {
    synchronized (changing) {
      LibC.epollRemove(state, epoll, fd);
    }
    handlers.remove(key);
    if (handlers.isEmpty() && !thread.equals(Thread.currentThread())) {
      ring();
    }
  }

  /** Gets the thread out of the kernel. */
  private void ring() {
    synchronized (changing) {
      LibC.write(state, bell, one, Long.BYTES);
    }
  }

  private void run() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment own = arena.allocate(LibC.STATE_BYTES);
      MemorySegment events = arena.allocate(EVENTS * LibC.EPOLL_EVENT_BYTES, 8);
      MemorySegment rung = arena.allocate(Long.BYTES, Long.BYTES);
      while (true) {
        rest();
        int count = LibC.epollWait(own, epoll, events, EVENTS);
        for (int i = 0; i < count; i++) {
          long key = LibC.epollKey(events, i);
          if (key == BELL) {
            LibC.read(own, bell, rung, Long.BYTES);
            continue;
          }
          Runnable handler = handlers.get(key);
          if (handler != null) {
            runSafely(handler);
          }
        }
      }
    }
  }

  /**
   * With nothing to wait for it waits in Java: a JVM that ends waits 300 ms for every thread that
   * is in native code.
   */
  private void rest() {
    while (handlers.isEmpty()) {
      LockSupport.park(this);
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
