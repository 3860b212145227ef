package io.polyplug.sdk.internal;

import io.polyplug.base.Clock;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerBuilder;
import io.polyplug.wire.PeerListener;
import io.polyplug.wire.PeerObserver;
import io.polyplug.wire.StreamTransport;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A conversation over our standard streams from its first frame to its last. When the input ends
 * what was asked for before may still be answered for a moment; then it is cancelled, and whether
 * it stops or not the conversation is over.
 */
final class Conversation {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(2);

  private final HostInput in;
  private final HostOutput out;
  private final Running running;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile @Nullable Peer peer;
  private volatile Runnable inputEnded = () -> {};

  Conversation(HostInput in, HostOutput out, Running running) {
    this.in = in;
    this.out = out;
    this.running = running;
  }

  /** Has this run when the input ends, before anything is waited for. */
  void onInputEnd(Runnable action) {
    inputEnded = action;
  }

  /** A transport over the standard streams. */
  static StreamTransport transport(HostInput in, HostOutput out, Framing framing) {
    return new StreamTransport("polyplug-host", in, out, framing, Clock.system(), null);
  }

  /** Speaks until the host is done. */
  void hold(Framing framing, Dialect dialect, Consumer<PeerBuilder> handlers)
      throws InterruptedException {
    in.atEnd(this::finish);
    PeerBuilder builder =
        Peer.over(transport(in, out, framing), dialect)
            .observer(
                new PeerObserver() {
                  @Override
                  public void handlerFailed(String method, Throwable failure) {
                    Failures.trace(out.errors(), method, failure);
                  }
                })
            .listener(
                new PeerListener() {
                  @Override
                  public void ended(EndReason reason) {
                    told(reason);
                  }
                });
    handlers.accept(builder);
    peer = builder.start();
    over.await();
  }

  private void told(EndReason reason) {
    switch (reason.kind()) {
      case FRAMING, PROTOCOL, OVERFLOW, INTERNAL ->
          out.errors().println("The conversation with the host ended: " + reason.sentence());
      case END_OF_STREAM, IO_ERROR, TIMEOUT, WRITE_STUCK, CLOSED -> {}
    }
    over.countDown();
  }

  /** The input is over. */
  private void finish() {
    inputEnded.run();
    awaitAnswers(Program.FINISH_MILLIS);
    running.cancelAll();
    running.awaitQuiet(Program.CANCEL_MILLIS);
    close();
  }

  /** Sends what waits, and is over; not for a handler, whose own answer is waited for. */
  void leave() {
    awaitAnswers(Program.CANCEL_MILLIS);
    close();
  }

  private void awaitAnswers(long millis) {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    Peer current = peer;
    while (current != null
        && (current.unansweredRequests() > 0 || !running.isQuiet())
        && System.nanoTime() - until < 0) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
  }

  private void close() {
    Peer current = peer;
    if (current != null) {
      current.closeOutbound();
      out.awaitClosed(Program.FLUSH_MILLIS);
    }
    over.countDown();
  }
}
