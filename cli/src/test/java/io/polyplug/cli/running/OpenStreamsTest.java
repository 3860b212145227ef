package io.polyplug.cli.running;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.host.StreamBuffer;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What a client has open, when it changes its mind. */
class OpenStreamsTest {
  private final OpenStreams streams = new OpenStreams();
  private final CountDownLatch closed = new CountDownLatch(1);

  private StreamBuffer stream() {
    return new StreamBuffer("p", 10, 1_000, closed::countDown);
  }

  @Test
  void aStreamThatIsClosedBeforeItIsOpenDoesNotStayOpen() {
    streams.close("1");
    assertThatThrownBy(() -> streams.add("1", "p", stream(), null))
        .isInstanceOf(RunningProblem.class);
    assertThat(closed.getCount()).isZero();
  }

  @Test
  void aClientThatIsGoneOpensNothing() {
    streams.close();
    assertThatThrownBy(() -> streams.add("1", "p", stream(), null))
        .isInstanceOf(RunningProblem.class);
    assertThat(closed.getCount()).isZero();
  }
}
