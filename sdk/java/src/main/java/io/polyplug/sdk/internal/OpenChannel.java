package io.polyplug.sdk.internal;

import io.polyplug.sdk.Channel;
import io.polyplug.wire.Json;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A channel while its handler talks. What was sent and not yet read waits here, up to a bound. */
final class OpenChannel implements Channel {
  private static final int MOST_MESSAGES = 100_000;
  private static final long MOST_BYTES = 64L << 20;

  private final Tool.Messages out;
  private final Queue<Json> waiting = new ArrayDeque<>();
  private long bytes;
  private boolean ended;

  OpenChannel(Tool.Messages out) {
    this.out = out;
  }

  synchronized boolean hasRoom() {
    return waiting.size() < MOST_MESSAGES && bytes < MOST_BYTES;
  }

  synchronized boolean isEnded() {
    return ended;
  }

  synchronized void put(Json message) {
    if (!ended) {
      waiting.add(message);
      bytes += message.length();
      notifyAll();
    }
  }

  /** Nothing more will be sent; what waits is still read. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  @Override
  public synchronized Optional<Json> receive() throws InterruptedException {
    while (waiting.isEmpty() && !ended) {
      // For as long as the caller keeps the channel open, which is its business.
      wait();
    }
    Json next = waiting.poll();
    if (next != null) {
      bytes -= next.length();
    }
    return Optional.ofNullable(next);
  }

  @Override
  public void send(@Nullable Object message) throws InterruptedException {
    out.send(Values.toJson(message));
  }

  @Override
  public Iterator<Json> iterator() {
    return new Iterator<>() {
      private @Nullable Json next;

      @Override
      public boolean hasNext() {
        if (next == null) {
          try {
            next = receive().orElse(null);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }
        return next != null;
      }

      @Override
      public Json next() {
        if (!hasNext() || next == null) {
          throw new NoSuchElementException("the channel has ended");
        }
        Json taken = next;
        next = null;
        return taken;
      }
    };
  }
}
