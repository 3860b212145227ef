package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.Supervisor.Meeting;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of the failures of one plugin's instances, and what the policy makes of them.
 * It decides and does nothing. Not thread-safe.
 */
final class Setbacks {
  private final SupervisionPolicy policy;
  private final FailureWindow recent;
  private @Nullable Failure last;
  private boolean told;

  /** What follows a failure. */
  sealed interface Verdict {
    /** Nothing by itself. */
    record Down() implements Verdict {}

    /** It is started again after this time. */
    record Again(Duration after) implements Verdict {}

    /** It failed too often, and is left alone until somebody reloads it. */
    record Quarantine() implements Verdict {}
  }

  Setbacks(SupervisionPolicy policy, Clock clock) {
    this.policy = policy;
    this.recent = new FailureWindow(clock, policy.backoff().window());
  }

  /** One more; {@code told} if a caller hears of it anyway. */
  Verdict add(Failure reason, boolean told) {
    last = reason;
    this.told = told;
    if (policy.afterDown() != AfterDown.RESTART_BY_TIMER) {
      return new Verdict.Down();
    }
    int count = recent.add();
    return count >= policy.backoff().quarantineAt()
        ? new Verdict.Quarantine()
        : new Verdict.Again(policy.backoff().waitAfter(count));
  }

  /** What a call to a plugin that is down hears instead of having it started; absent: start it. */
  Optional<Failure> answer(Meeting meeting) {
    boolean news = !told && meeting == Meeting.BY_POLICY;
    told = true;
    return policy.afterDown().isTold(news)
        ? Optional.of(Objects.requireNonNull(last))
        : Optional.empty();
  }

  /** The one that nothing good has followed yet. */
  @Nullable Failure last() {
    return last;
  }

  /** It runs, or begins anew: there is no last one. Those of late still count. */
  void overcome() {
    last = null;
  }

  /** None so far counts any more. */
  void forgive() {
    recent.clear();
  }
}
