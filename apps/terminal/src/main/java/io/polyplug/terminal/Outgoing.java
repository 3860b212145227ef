package io.polyplug.terminal;

import io.polyplug.host.ToolChannel;
import io.polyplug.wire.Json;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Sends to a channel in order without ever keeping the caller: a thread of its own waits where the
 * channel makes it wait. What exceeds the bound is dropped. Ends when it is closed.
 */
final class Outgoing implements AutoCloseable {
  // A large paste fits; a plugin that reads nothing costs a few megabytes at most.
  private static final int MOST_WAITING = 1 << 15;

  private final BlockingQueue<Json> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
  private final ToolChannel channel;
  private final Thread sender;

  Outgoing(ToolChannel channel) {
    this.channel = channel;
    sender = Thread.ofVirtual().name("polyplug-screen-keys").start(this::run);
  }

  boolean send(Json message) {
    return waiting.offer(message);
  }

  private void run() {
    try {
      while (channel.send(waiting.take())) {
        // The queue is all there is to do.
      }
    } catch (InterruptedException closed) {
      // The end that is meant.
    } catch (RuntimeException broken) {
      // Whoever reads from the channel hears of it, too, and shows it.
    }
  }

  @Override
  public void close() {
    sender.interrupt();
  }
}
