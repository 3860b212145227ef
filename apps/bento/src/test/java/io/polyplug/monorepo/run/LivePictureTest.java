package io.polyplug.monorepo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the live view shows. */
class LivePictureTest {
  private final ManualClock clock = new ManualClock();
  private final LivePicture picture = new LivePicture(false, clock);

  private static TaskReport report(String name, Outcome outcome, long millis) {
    return new TaskReport(name, "true", "", millis, outcome, 1, List.of());
  }

  @Test
  void whatHasEndedWhatRunsAndTheSumAreShownInThisOrder() {
    picture.planned(3);
    picture.ended("a", report("build", new Outcome.CacheHit(), 2));
    picture.ended("b", report("build", Outcome.Failed.of(1, "", ""), 1_500));
    picture.installed("d", new InstallReport("why", 100, Optional.of("no")));
    picture.began("c", "test");
    clock.advance(Duration.ofSeconds(61));
    assertThat(picture.lines(24, 79))
        .containsExactly(
            "  = a build  cached",
            "  ✗ b build  failed after 1.5s",
            "  ✗ d install  failed after 0.1s",
            "  ▸ c test  1m1s",
            "⠋ 2/3 tasks · 1 cached · 1 failed · 1m1s");
  }

  @Test
  void thereAreNeverMoreLinesThanTheTerminalHasAndNoneIsLonger() {
    for (int i = 0; i < 30; i++) {
      picture.began("a-dish-with-a-long-name-that-ends-in-" + i, "build");
      picture.ended("other" + i, report("test", new Outcome.Built(), 10));
    }
    for (int rows = 1; rows < 30; rows++) {
      List<String> lines = picture.lines(rows, 30);
      assertThat(lines).hasSizeLessThanOrEqualTo(rows);
      assertThat(lines).allMatch(line -> Columns.of(line) <= 30);
      assertThat(lines.getLast()).contains("30/0 tasks");
    }
    assertThat(picture.lines(24, 30)).contains("    … and 18 more");
    assertThat(picture.lines(5, 40)).anyMatch(it -> it.endsWith("ends-in-1 build  0.0s"));
  }

  @Test
  void namesAreEscaped() {
    picture.began("a\u001b[2J", "b\nuild");
    assertThat(picture.lines(24, 79).getFirst()).isEqualTo("  ▸ a\\u001b[2J b\\nuild  0.0s");
  }

  @Test
  void aRunThatIsBeingEndedSaysSo() {
    picture.stopping();
    assertThat(picture.lines(24, 79)).singleElement().asString().contains("stopping");
  }
}
