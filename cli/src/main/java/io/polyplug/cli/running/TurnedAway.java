package io.polyplug.cli.running;

import io.polyplug.wire.Dialect;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.Order;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerListener;
import io.polyplug.wire.RpcException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The host's end of the conversation with a command for which there is no room: it is told so when
 * it says hello. Ends when the command goes away, and after a while in any case.
 */
final class TurnedAway {
  private static final Duration LONGEST_STAY = Duration.ofSeconds(5);

  private final Consumer<TurnedAway> gone;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable Peer peer;

  TurnedAway(Consumer<TurnedAway> gone) {
    this.gone = gone;
  }

  void start(SocketChannel channel) {
    peer =
        Peer.over(SocketStreams.transport("polyplug-full", channel), Dialect.standard())
            .listener(
                new PeerListener() {
                  @Override
                  public void ended(EndReason reason) {
                    ended.countDown();
                    gone.accept(TurnedAway.this);
                  }
                })
            .onRequest(
                "hello",
                Order.CONCURRENT,
                (_, _) -> {
                  throw new RpcException(Refused.of(full()));
                })
            .start();
    Thread.ofVirtual().name("polyplug-full").start(this::endInTime);
  }

  private static RunningProblem full() {
    return new RunningProblem(
        "busy",
        "The running host, pid %d, serves %d commands already, which is the limit: try again when one has ended, or use --local"
            .formatted(ProcessHandle.current().pid(), RunningHost.MOST_CLIENTS));
  }

  private void endInTime() {
    try {
      if (!ended.await(LONGEST_STAY.toNanos(), TimeUnit.NANOSECONDS)) {
        close();
      }
    } catch (InterruptedException e) {
      close();
    }
  }

  void close() {
    Peer over = peer;
    if (over != null) {
      over.close();
    }
  }
}
