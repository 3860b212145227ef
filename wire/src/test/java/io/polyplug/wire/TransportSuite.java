package io.polyplug.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.wire.FrameChannel.Ended;
import io.polyplug.wire.FrameChannel.Frame;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every transport must do. A subclass says how two connected ends are made. */
public abstract class TransportSuite {
  /** Two ends, neither started. */
  public record Ends(Transport near, Transport far) {}

  private static final int ROOM = 100_000;
  private FrameChannel near;
  private FrameChannel far;

  /** For subclasses. */
  protected TransportSuite() {}

  /** Two connected ends. */
  protected abstract Ends connect() throws Exception;

  /** Whether frames from near arrive in their order; each must arrive once in any case. */
  protected boolean keepsOrder() {
    return true;
  }

  @BeforeEach
  public final void start() throws Exception {
    Ends ends = connect();
    near = FrameChannel.over(ends.near(), ROOM);
    far = FrameChannel.over(ends.far(), ROOM);
  }

  @AfterEach
  public final void stop() {
    near.close();
    far.close();
  }

  private static FrameChannel.Received receive(FrameChannel at) throws InterruptedException {
    return at.receive(Deadline.in(Duration.ofSeconds(60), Clock.system()));
  }

  private static String text(FrameChannel at) throws InterruptedException {
    return receive(at) instanceof Frame frame ? new String(frame.body(), UTF_8) : "no frame";
  }

  @Test
  public void aFrameArrivesWholeAtTheOtherEnd() throws Exception {
    near.send(Json.parse("{\"a\":\"é\"}"));
    far.send(Json.parse("[1]"));
    assertThat(text(far)).isEqualTo("{\"a\":\"é\"}");
    assertThat(text(near)).isEqualTo("[1]");
  }

  @Test
  public void framesKeepTheirOrder() throws Exception {
    for (int i = 0; i < 20_000; i++) {
      near.send(Json.ofTrusted(Integer.toString(i).getBytes(UTF_8)));
    }
    BitSet seen = new BitSet();
    for (int i = 0; i < 20_000; i++) {
      String frame = text(far);
      if (keepsOrder()) {
        assertThat(frame).isEqualTo(Integer.toString(i));
      }
      seen.set(Integer.parseInt(frame));
    }
    assertThat(seen.cardinality()).isEqualTo(20_000);
  }

  @Test
  public void largeFramesCrossEachOther() throws Exception {
    Json large = Json.string("x".repeat(3 << 20));
    near.send(large);
    far.send(large);
    assertThat(text(far)).hasSize(large.length());
    assertThat(text(near)).hasSize(large.length());
  }

  @Test
  public void severalThreadsMaySendAtOnce() throws Exception {
    int threads = 8;
    int each = 2_000;
    CountDownLatch go = new CountDownLatch(1);
    for (int t = 0; t < threads; t++) {
      String body = "\"" + "t".repeat(t + 1) + "\"";
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  go.await();
                } catch (InterruptedException stop) {
                  return;
                }
                for (int i = 0; i < each; i++) {
                  near.send(Json.parse(body));
                }
              });
    }
    go.countDown();
    int[] seen = new int[threads];
    for (int i = 0; i < threads * each; i++) {
      seen[text(far).length() - 3]++;
    }
    assertThat(seen).containsOnly(each);
  }

  @Test
  public void closingOutboundSendsWhatWaitsAndThenEndsTheOtherEndsInbound() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      near.send(Json.EMPTY_OBJECT);
    }
    near.closeOutbound();
    for (int i = 0; i < 3_000; i++) {
      assertThat(text(far)).isEqualTo("{}");
    }
    assertThat(receive(far))
        .isInstanceOfSatisfying(
            Ended.class,
            ended -> assertThat(ended.reason().kind()).isEqualTo(EndReason.Kind.END_OF_STREAM));
  }

  @Test
  public void closingEndsBothEnds() throws Exception {
    near.close();
    assertThat(receive(near)).isInstanceOf(Ended.class);
    assertThat(receive(far)).isInstanceOf(Ended.class);
    near.close();
  }
}
