package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.ManualClock;
import io.polyplug.host.Setbacks.Verdict;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.host.Supervisor.Meeting;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SetbacksTest {
  private static final Failure REASON = new Failure(FailureCode.CRASHED, "fake", "it fell over");

  private final ManualClock clock = new ManualClock();

  private Setbacks setbacks(AfterDown afterDown) {
    return new Setbacks(SupervisionPolicy.shared(Start.LAZY, afterDown), clock);
  }

  @Test
  void onlyATimerCountsAndQuarantines() {
    Setbacks down = setbacks(AfterDown.RESTART_ON_CALL);
    for (int i = 0; i < 5; i++) {
      assertThat(down.add(REASON, false)).isEqualTo(new Verdict.Down());
    }
    Setbacks timed = setbacks(AfterDown.RESTART_BY_TIMER);
    assertThat(timed.add(REASON, false)).isEqualTo(new Verdict.Again(Duration.ofSeconds(1)));
    assertThat(timed.add(REASON, false)).isEqualTo(new Verdict.Again(Duration.ofSeconds(4)));
    assertThat(timed.add(REASON, false)).isEqualTo(new Verdict.Quarantine());
  }

  @Test
  void aGoodStartLeavesTheCountAndForgivingLeavesTheLast() {
    Setbacks setbacks = setbacks(AfterDown.RESTART_BY_TIMER);
    setbacks.add(REASON, false);
    setbacks.overcome();
    assertThat(setbacks.last()).isNull();
    assertThat(setbacks.add(REASON, false)).isEqualTo(new Verdict.Again(Duration.ofSeconds(4)));
    setbacks.forgive();
    assertThat(setbacks.last()).isEqualTo(REASON);
    assertThat(setbacks.add(REASON, false)).isEqualTo(new Verdict.Again(Duration.ofSeconds(1)));
  }

  @Test
  void theOldestFailureIsOutOfTheWindowAfterAMinute() {
    Setbacks setbacks = setbacks(AfterDown.RESTART_BY_TIMER);
    setbacks.add(REASON, false);
    clock.advance(Duration.ofSeconds(61));
    assertThat(setbacks.add(REASON, false)).isEqualTo(new Verdict.Again(Duration.ofSeconds(1)));
  }

  @Test
  void whatNobodyHeardIsToldOnce() {
    Setbacks setbacks = setbacks(AfterDown.REPORT_THEN_RESTART);
    setbacks.add(REASON, false);
    assertThat(setbacks.answer(Meeting.BY_POLICY)).contains(REASON);
    assertThat(setbacks.answer(Meeting.BY_POLICY)).isEmpty();
    setbacks.add(REASON, true);
    assertThat(setbacks.answer(Meeting.BY_POLICY)).isEmpty();
  }

  @Test
  void aFreshMeetingHearsNothingAndNobodyDoesAfterIt() {
    Setbacks setbacks = setbacks(AfterDown.REPORT_THEN_RESTART);
    setbacks.add(REASON, false);
    assertThat(setbacks.answer(Meeting.FRESH)).isEmpty();
    assertThat(setbacks.answer(Meeting.BY_POLICY)).isEmpty();
  }

  @Test
  void whatStaysDownTellsEveryCall() {
    Setbacks setbacks = setbacks(AfterDown.STAY_DOWN);
    setbacks.add(REASON, true);
    assertThat(setbacks.answer(Meeting.BY_POLICY)).contains(REASON);
    assertThat(setbacks.answer(Meeting.FRESH)).contains(REASON);
  }
}
