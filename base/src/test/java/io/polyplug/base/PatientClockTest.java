package io.polyplug.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A clock that keeps no deadlines for a while. */
class PatientClockTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private final ManualClock time = new ManualClock();
  private final PatientClock clock = new PatientClock(time);
  private final List<String> ran = new ArrayList<>();

  @Test
  void noDeadlineComesWhileItIsPatientAndTimeGoesOn() {
    Deadline deadline = Deadline.in(SECOND, clock);
    clock.schedule(SECOND, () -> ran.add("late"));
    time.advance(HOUR);
    assertThat(ran).isEmpty();
    assertThat(deadline.passed()).isFalse();
    assertThat(clock.nanoTime()).isEqualTo(HOUR.toNanos());
  }

  @Test
  void aPauseIsAsLongAsEver() {
    clock.pause(SECOND, () -> ran.add("pause"));
    time.advance(SECOND);
    assertThat(ran).containsExactly("pause");
  }

  @Test
  void whatWasHeldBackRunsInItsOrderWhenThePatienceEnds() {
    clock.schedule(HOUR, () -> ran.add("one"));
    clock.schedule(SECOND, () -> ran.add("cancelled")).cancel();
    clock.schedule(SECOND, () -> ran.add("two"));
    clock.endPatience();
    time.advance(Duration.ZERO);
    assertThat(ran).containsExactly("one", "two");
  }

  @Test
  void afterwardsItIsTheClockThatItWasMadeOf() {
    clock.endPatience();
    Deadline deadline = Deadline.in(SECOND, clock);
    clock.schedule(SECOND, () -> ran.add("late"));
    time.advance(SECOND);
    assertThat(ran).containsExactly("late");
    assertThat(deadline.passed()).isTrue();
  }
}
