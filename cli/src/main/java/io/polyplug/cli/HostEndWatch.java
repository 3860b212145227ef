package io.polyplug.cli;

import io.polyplug.cli.running.RunningView;

/**
 * Interrupts the thread that made it when the running host ends, unless it was closed before. After
 * closing, the thread is not interrupted any more.
 */
final class HostEndWatch implements AutoCloseable {
  private enum State {
    WATCHING,
    ENDED,
    CLOSED
  }

  private State state = State.WATCHING;

  private HostEndWatch() {}

  static HostEndWatch start(RunningView host) {
    HostEndWatch watch = new HostEndWatch();
    Thread thread = Thread.currentThread();
    host.onEnd(() -> watch.end(thread));
    return watch;
  }

  private synchronized void end(Thread thread) {
    if (state == State.WATCHING) {
      state = State.ENDED;
      thread.interrupt();
    }
  }

  synchronized boolean hasEnded() {
    return state == State.ENDED;
  }

  /** Leaves no interrupt of its own behind. */
  @Override
  public synchronized void close() {
    switch (state) {
      case WATCHING -> state = State.CLOSED;
      case ENDED -> {
        boolean _ = Thread.interrupted();
      }
      case CLOSED -> {}
    }
  }
}
