package io.polyplug.cli.running;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a command holds of a stream that it does not read. */
class RemoteStreamTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final RemoteStream stream = new RemoteStream("1", "p", (_, _, _) -> null, () -> {});

  @Test
  void fewLargeMessagesAreEnough() throws Exception {
    Json large = Json.string("x".repeat((int) RemoteStream.MOST_BYTES));
    stream.put(large);
    CountDownLatch second = putInBackground(large);
    assertThat(second.getCount()).isOne();
    assertThat(stream.next(LONG)).contains(large);
    assertThat(second.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(stream.next(LONG)).contains(large);
  }

  @Test
  void manySmallOnesAreToo() throws Exception {
    for (int i = 0; i < RemoteStream.MOST_WAITING; i++) {
      stream.put(Json.NULL);
    }
    CountDownLatch another = putInBackground(Json.NULL);
    assertThat(another.getCount()).isOne();
    stream.close();
    assertThat(another.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(stream.next(LONG)).isEmpty();
  }

  /** Returns when the putting waits; counts down when it is done. */
  private CountDownLatch putInBackground(Json message) {
    CountDownLatch done = new CountDownLatch(1);
    Thread putting =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    stream.put(message);
                    done.countDown();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    while (putting.getState() != Thread.State.WAITING && putting.isAlive()) {
      Thread.onSpinWait();
    }
    return done;
  }
}
