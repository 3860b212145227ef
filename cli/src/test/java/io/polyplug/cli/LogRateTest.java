package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.ManualClock;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How much plugins may write to standard error. */
class LogRateTest {
  private final ManualClock clock = new ManualClock();
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final LogRate rate = new LogRate(clock, (plugin, count) -> told.add(plugin + count));

  private int taken(String plugin, int lines, int characters) {
    int taken = 0;
    for (int i = 0; i < lines; i++) {
      taken += rate.takes(plugin, characters) ? 1 : 0;
    }
    return taken;
  }

  @Test
  void aFloodIsCutToABurstAndWhatIsLeftOutIsTold() throws Exception {
    assertThat(taken("a", 10_000, 10)).isEqualTo(LogRate.BURST);
    clock.advance(Duration.ofSeconds(1));
    assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo("a" + (10_000 - LogRate.BURST));
  }

  @Test
  void afterABurstThereAreSomeLinesASecond() {
    taken("a", 10_000, 10);
    clock.advance(Duration.ofSeconds(2));
    assertThat(taken("a", 10_000, 10)).isEqualTo(2 * LogRate.PER_SECOND);
  }

  @Test
  void onesFloodCostsNoOtherItsLines() {
    taken("a", 10_000, 10);
    assertThat(taken("b", 10, 10)).isEqualTo(10);
  }

  @Test
  void longLinesCountAsSeveral() {
    assertThat(taken("a", 1_000, 64_000)).isBetween(1, 10);
  }

  @Test
  void atTheEndTheRestIsTold() {
    taken("a", LogRate.BURST + 3, 10);
    rate.tellAll();
    assertThat(told).containsExactly("a3");
  }
}
