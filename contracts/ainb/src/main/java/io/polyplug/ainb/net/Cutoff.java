package io.polyplug.ainb.net;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The end of a fetch's time: whatever its socket waits for then, it is closed, so that an answer in
 * drips has no more time than one at once. Safe from any thread; the fetch closes it.
 */
final class Cutoff implements AutoCloseable {
  private final Deadline deadline;
  private Clock.@Nullable Timer timer;
  private @Nullable Socket socket;
  private boolean passed;

  private Cutoff(Deadline deadline) {
    this.deadline = deadline;
  }

  static Cutoff in(Duration time, Clock clock) {
    Cutoff cutoff = new Cutoff(Deadline.in(time, clock));
    cutoff.timer(clock.schedule(time, cutoff::pass));
    return cutoff;
  }

  private synchronized void timer(Clock.Timer timer) {
    this.timer = timer;
  }

  private synchronized void pass() {
    passed = true;
    closeSocket();
  }

  /** From now on this is the socket to close. */
  synchronized void watch(Socket next) throws IOException {
    closeSocket();
    socket = next;
    if (passed) {
      closeSocket();
      throw new SocketException("the time is over");
    }
  }

  synchronized boolean passed() {
    return passed;
  }

  Duration left() {
    return deadline.left();
  }

  private void closeSocket() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException alreadyBroken) {
      socket = null;
    }
  }

  @Override
  public synchronized void close() {
    if (timer != null) {
      timer.cancel();
    }
    closeSocket();
  }
}
