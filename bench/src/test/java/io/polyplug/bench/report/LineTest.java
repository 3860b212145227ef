package io.polyplug.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.polyplug.bench.report.Comparison.Goal;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LineTest {
  private static final Series OURS = new Series("row", "ours", "/s", List.of(80.0, 30.0, 100.0));
  private static final Series OTHER = new Series("row", "other", "/s", List.of(10.0, 10.0, 10.0));
  private static final List<Series> BOTH = List.of(OTHER, OURS);

  @Test
  void aRatioIsTheMedianOfTheRatiosOfTheRounds() {
    // Of the medians it would be 2: a slow round of both must not count.
    Series slowTogether = new Series("row", "ours", "/s", List.of(10.0, 1.0, 10.0));
    Series other = new Series("row", "other", "/s", List.of(2.0, 0.2, 5.0));
    Line line = Line.of(ratio(5), List.of(slowTogether, other), null);
    assertThat(line.ratio()).isCloseTo(5.0, within(1e-9));
    assertThat(line.met()).isTrue();
  }

  @Test
  void aTargetIsMetOnItsOwnSide() {
    assertThat(Line.of(ratio(8), BOTH, null).met()).isTrue();
    assertThat(Line.of(ratio(8.1), BOTH, null).met()).isFalse();
    Comparison atMost = Comparison.ratio("s", "row", "ours", "other", Goal.AT_MOST, 8.1);
    assertThat(Line.of(atMost, BOTH, null).met()).isTrue();
  }

  @Test
  void aNumberIsHeldAgainstTheTargetItself() {
    Line line = Line.of(Comparison.number("s", "row", "ours", Goal.AT_LEAST, 81.0), BOTH, null);
    assertThat(line.ratio()).isNull();
    assertThat(line.met()).isFalse();
  }

  @Test
  void whatPromisesNothingIsNeitherMetNorMissed() {
    Line line = Line.of(Comparison.shown("s", "row", "ours", "other", Goal.AT_LEAST), BOTH, null);
    assertThat(line.ratio()).isEqualTo(8.0);
    assertThat(line.met()).isNull();
  }

  @Test
  void whatWasNotMeasuredSaysWhy() {
    Line line = Line.of(ratio(8), List.of(OURS), "there is no C compiler (cc)");
    assertThat(line.met()).isNull();
    assertThat(Table.of(List.of(line))).contains("skipped: there is no C compiler (cc)");
  }

  @Test
  void theSpreadIsTheMiddleHalfAsAShareOfTheMedian() {
    assertThat(Quantiles.spread(List.of(1.0, 2.0, 3.0, 4.0, 5.0))).isCloseTo(2 / 3.0, within(1e-9));
  }

  private static Comparison ratio(double target) {
    return Comparison.ratio("s", "row", "ours", "other", Goal.AT_LEAST, target);
  }
}
