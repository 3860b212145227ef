package io.polyplug.bowire;

import io.polyplug.base.Clock;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.Delivery;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginException;
import io.polyplug.host.ToolChannel;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallFailure;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.Json;
import io.polyplug.wire.Peer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A duplex channel to a sidecar (5.8): any thread sends, one reader at a time reads.
 *
 * <p>Messages keep their order: the next one leaves when the one before was taken. Closing the
 * input closes the send side only; what still comes is delivered until the sidecar closes. A slow
 * reader holds up nobody: what exceeds the bounds fails this channel alone.
 */
public final class SidecarChannel extends Inbox implements ToolChannel {
  private final String id;
  private final Peer peer;
  private final Clock clock;
  private final BowireTimes times;
  private final long since;
  private final ReentrantLock sending = new ReentrantLock();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong received = new AtomicLong();
  private volatile boolean inputClosed;
  private volatile boolean over;
  private volatile Clock.@Nullable Timer patience;

  SidecarChannel(
      String plugin,
      String id,
      Peer peer,
      Clock clock,
      SidecarOptions options,
      Runnable unsubscribe,
      Runnable onClose) {
    super(plugin, options, unsubscribe, onClose);
    this.id = id;
    this.peer = peer;
    this.clock = clock;
    this.times = options.times();
    this.since = clock.nanoTime();
  }

  /** The id on the wire. */
  public String id() {
    return id;
  }

  /** How many messages the sidecar has taken. */
  public long sent() {
    return sent.get();
  }

  /** How many messages have come, read or not. */
  public long received() {
    return received.get();
  }

  /** Whether nothing can be sent any more. */
  public boolean isClosed() {
    return inputClosed || over;
  }

  /** How long the channel has been open. */
  public Duration elapsed() {
    return Duration.ofNanos(clock.nanoTime() - since);
  }

  @Override
  public boolean send(Json message) {
    return send(message.toString());
  }

  /** Sends a text as it is; false once the channel is closed, or if the sidecar refuses it. */
  public boolean send(String text) {
    Json params =
        Json.object(
            out -> {
              out.writeStringProperty("channelId", id);
              out.writeStringProperty("message", text);
            });
    try {
      sending.lockInterruptibly();
      try {
        if (isClosed()) {
          return false;
        }
        var _ =
            peer.call(BowireProtocol.CHANNEL_SEND, params, CallOptions.within(times.channelSend()))
                .await();
        sent.incrementAndGet();
        return true;
      } finally {
        sending.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(FailureCode.CANCELLED, "the sender was interrupted");
    } catch (CallException e) {
      return refused(e.failure());
    }
  }

  private boolean refused(CallFailure failure) {
    return switch (failure) {
      case CallFailure.RemoteError _, CallFailure.Disconnected _, CallFailure.Cancelled _ -> false;
      case CallFailure.Timeout _ ->
          throw failure(
              FailureCode.TIMEOUT, "it did not take a message within " + times.channelSend());
      case CallFailure.Overloaded _ -> throw failure(FailureCode.OVERLOADED, failure.sentence());
      case CallFailure.SendFailed _ -> throw failure(FailureCode.INVALID_INPUT, failure.sentence());
      case CallFailure.ProtocolViolation _ ->
          throw failure(FailureCode.MALFORMED_RESPONSE, failure.sentence());
    };
  }

  private PluginException failure(FailureCode code, String message) {
    return new Failure(code, plugin(), message).thrown();
  }

  @Override
  public void closeInput() {
    sending.lock();
    try {
      if (isClosed()) {
        return;
      }
      inputClosed = true;
    } finally {
      sending.unlock();
    }
    var _ = tellClosed(times.channelSend());
    patience = clock.schedule(times.channelClosed(), this::giveUp);
    if (over) {
      stopWaiting();
    }
  }

  /** It never said that it is closed; what it sent so far is all there is (5.8). */
  private void giveUp() {
    if (!over) {
      over = true;
      unsubscribe();
      buffer().end();
    }
  }

  private void stopWaiting() {
    Clock.Timer waiting = patience;
    if (waiting != null) {
      waiting.cancel();
    }
  }

  /** Says that nothing more will be sent, without waiting for the answer. */
  private Object tellClosed(Duration within) {
    Json params = Json.object(out -> out.writeStringProperty("channelId", id));
    return peer.call(BowireProtocol.CHANNEL_CLOSE, params, CallOptions.within(within));
  }

  /** The host ends: the sidecar is told, nobody waits (7.7). */
  @Override
  public void abandon() {
    if (!isClosed()) {
      inputClosed = true;
      var _ = tellClosed(BowireTimes.FAREWELL);
    }
  }

  @Override
  public void data(Json message) {
    received.incrementAndGet();
    super.data(message);
  }

  @Override
  public void end(Optional<Delivery.Problem> problem) {
    over = true;
    stopWaiting();
    finish(problem);
  }

  @Override
  public void lost(PluginException reason) {
    over = true;
    stopWaiting();
    buffer().fail(reason);
  }

  @Override
  public void close() {
    abandon();
    over = true;
    stopWaiting();
    super.close();
  }
}
