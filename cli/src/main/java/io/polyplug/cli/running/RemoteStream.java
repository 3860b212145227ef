package io.polyplug.cli.running;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.ToolChannel;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * A stream or channel of the running host. Putting in blocks while it is full and not closed, which
 * pauses the reading of the connection. One reader at a time; sending is safe from any thread.
 */
final class RemoteStream implements ToolChannel {
  static final int MOST_WAITING = 256;

  /** One message may be larger: then it waits alone. */
  static final long MOST_BYTES = 8L << 20;

  /** How the host is asked. */
  interface Asking {
    Fields ask(String plugin, String method, Consumer<JsonGenerator> params);
  }

  private final String id;
  private final String plugin;
  private final Asking asking;
  private final Runnable onClose;
  private final ArrayDeque<Json> waiting = new ArrayDeque<>();
  private long bytes;
  private boolean ended;
  private boolean closed;
  private @Nullable RuntimeException failure;

  RemoteStream(String id, String plugin, Asking asking, Runnable onClose) {
    this.id = id;
    this.plugin = plugin;
    this.asking = asking;
    this.onClose = onClose;
  }

  String id() {
    return id;
  }

  synchronized void put(Json message) throws InterruptedException {
    while (isFull(message) && !closed && !ended) {
      wait();
    }
    if (!closed && !ended) {
      waiting.addLast(message);
      bytes += message.length();
      notifyAll();
    }
  }

  private boolean isFull(Json message) {
    return waiting.size() >= MOST_WAITING
        || (!waiting.isEmpty() && bytes + message.length() > MOST_BYTES);
  }

  synchronized void finish(@Nullable RuntimeException reason) {
    if (!ended) {
      ended = true;
      failure = reason;
      notifyAll();
    }
  }

  void lost(String sentence) {
    finish(
        new Failure(FailureCode.DISCONNECTED, plugin, "the running host ended: " + sentence)
            .thrown());
  }

  @Override
  public Optional<Json> next() {
    return next(Duration.ofDays(36_500));
  }

  @Override
  public synchronized Optional<Json> next(Duration timeout) {
    try {
      long end = System.nanoTime() + timeout.toNanos();
      for (long left = timeout.toNanos(); waiting.isEmpty() && !ended && !closed; ) {
        if (left <= 0) {
          throw new Failure(FailureCode.TIMEOUT, plugin, "the stream gave nothing for " + timeout)
              .thrown();
        }
        wait(left / 1_000_000 + 1);
        left = end - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure(FailureCode.CANCELLED, plugin, "the reader was interrupted").thrown();
    }
    if (!closed && !waiting.isEmpty()) {
      notifyAll();
      Json message = waiting.removeFirst();
      bytes -= message.length();
      return Optional.of(message);
    }
    if (!closed && failure != null) {
      throw failure;
    }
    return Optional.empty();
  }

  @Override
  public boolean send(Json message) {
    return asking
        .ask(
            plugin,
            "channel/send",
            out -> {
              out.writeStringProperty("stream", id);
              out.writeName("message");
              message.writeTo(out);
            })
        .flag("sent");
  }

  @Override
  public void closeInput() {
    asking.ask(plugin, "channel/closeInput", out -> out.writeStringProperty("stream", id));
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      waiting.clear();
      bytes = 0;
      notifyAll();
    }
    onClose.run();
  }
}
