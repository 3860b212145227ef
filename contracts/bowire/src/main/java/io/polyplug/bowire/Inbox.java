package io.polyplug.bowire;

import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.Delivery;
import io.polyplug.host.PluginError;
import io.polyplug.host.StreamBuffer;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Optional;

/**
 * What streams and channels have in common: messages that come are kept, within bounds, until they
 * are read; what does not fit fails this one alone.
 */
abstract sealed class Inbox implements ToolStream, Subscriptions.Subscriber
    permits SidecarStream, SidecarChannel {
  private final String plugin;
  private final StreamBuffer buffer;
  private final Runnable unsubscribe;

  Inbox(String plugin, SidecarOptions options, Runnable unsubscribe, Runnable onClose) {
    this.plugin = plugin;
    this.unsubscribe = unsubscribe;
    this.buffer =
        new StreamBuffer(
            plugin,
            options.maxFrames(),
            options.maxBytes(),
            () -> {
              unsubscribe.run();
              onClose.run();
            });
  }

  final String plugin() {
    return plugin;
  }

  final StreamBuffer buffer() {
    return buffer;
  }

  /** Whatever comes later is nobody's. */
  final void unsubscribe() {
    unsubscribe.run();
  }

  @Override
  public void data(Json message) {
    if (!buffer.offer(message)) {
      unsubscribe.run();
    }
  }

  /** Ends it as the sidecar said. */
  final void finish(Optional<Delivery.Problem> problem) {
    if (problem.isPresent()) {
      Delivery.Problem failed = problem.get();
      buffer.fail(
          new PluginError(
              plugin,
              BowireProtocol.ERROR_PREFIX + failed.error().code(),
              failed.error().message(),
              failed.text()));
    } else {
      buffer.end();
    }
  }

  @Override
  public Optional<Json> next() {
    return buffer.next().map(MessageText::value);
  }

  @Override
  public Optional<Json> next(Duration timeout) {
    return buffer.next(timeout).map(MessageText::value);
  }

  /** The next message as the text that it is; empty at the good end. */
  public Optional<String> nextText() {
    return buffer.next().map(MessageText::text);
  }

  @Override
  public void close() {
    buffer.close();
  }
}
