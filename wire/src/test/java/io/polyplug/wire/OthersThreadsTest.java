package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.base.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller's thread works for others while it reads and writes: neither may harm the other. */
@Timeout(60)
class OthersThreadsTest {
  private static final InheritableThreadLocal<String> USER = new InheritableThreadLocal<>();

  private final HandSource source = new HandSource();
  private final Ends ends = new Ends();
  private final BlockingQueue<Optional<String>> seen = new LinkedBlockingQueue<>();
  private final BlockingQueue<ClassLoader> loaders = new LinkedBlockingQueue<>();
  private Peer peer;

  private PeerBuilder over(ByteSink sink) {
    return Peer.over(
            new StreamTransport(
                "here", source, sink, Ndjson.STANDARD, Clock.system(), null, Duration.ofDays(1)),
            Dialect.standard())
        .listener(ends);
  }

  @AfterEach
  void close() {
    peer.close();
  }

  private void note() {
    seen.add(Optional.ofNullable(USER.get()));
    loaders.add(Thread.currentThread().getContextClassLoader());
  }

  private static String reply(int id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + id + "}\n";
  }

  private static String said(String method) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\"}\n";
  }

  @Test
  void handlersHaveNothingOfTheCallerWhoReadWhatTheyHandle() throws Exception {
    peer =
        over(new BytePipe(1 << 20))
            .onNotification("side by side", Order.CONCURRENT, _ -> note())
            .onNotification("in order", Order.ORDERED, _ -> note())
            .start();
    int id = 0;
    while (true) {
      Call call = peer.call("m", null);
      id++;
      CompletableFuture<Boolean> done = new CompletableFuture<>();
      Thread caller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    USER.set("somebody");
                    Thread.currentThread().setContextClassLoader(null);
                    try {
                      call.await();
                      done.complete(true);
                    } catch (InterruptedException e) {
                      done.completeExceptionally(e);
                    }
                  });
      boolean callerReads = caller.equals(source.awaitReader());
      if (!callerReads) {
        source.say(reply(id));
        done.get(30, TimeUnit.SECONDS);
        continue;
      }
      source.say(said("side by side") + said("in order") + reply(id));
      done.get(30, TimeUnit.SECONDS);
      for (int i = 0; i < 2; i++) {
        assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo(Optional.empty());
        assertThat(loaders.poll(30, TimeUnit.SECONDS))
            .isSameAs(Thread.currentThread().getContextClassLoader());
      }
      return;
    }
  }

  /** Takes nothing, because the caller has no stack left. */
  private static final class TooDeep implements ByteSink {
    @Override
    public int offer(byte[] bytes, int offset, int length) {
      throw new StackOverflowError();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      throw new AssertionError("Nobody knows what went out before.");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void aCallerThatFailsWhileItWritesEndsThePeerAndDoesNotSilenceIt() throws Exception {
    peer = over(new TooDeep()).start();
    assertThatThrownBy(() -> peer.call("m", null)).isInstanceOf(StackOverflowError.class);
    source.awaitOwnReader();
    Call later = peer.call("m", null);
    assertThat(ends.await().sentence()).contains("StackOverflowError");
    assertThat(Ends.failureOf(later)).isInstanceOf(CallFailure.Disconnected.class);
  }
}
