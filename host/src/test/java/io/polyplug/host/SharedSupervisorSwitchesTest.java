package io.polyplug.host;

import static io.polyplug.host.PluginState.BACKOFF;
import static io.polyplug.host.PluginState.CLOSED;
import static io.polyplug.host.PluginState.IDLE;
import static io.polyplug.host.PluginState.QUARANTINED;
import static io.polyplug.host.PluginState.RUNNING;
import static io.polyplug.host.PluginState.STARTING;
import static io.polyplug.host.PluginState.STOPPING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Backoff;
import io.polyplug.host.SupervisionPolicy.Instances;
import io.polyplug.host.SupervisionPolicy.OnReload;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.host.Supervisor.Lease;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What reloading, disabling and closing do to a shared instance in each of its states. */
class SharedSupervisorSwitchesTest extends SupervisorStage {
  @Test
  void aRetiredOneRefusesCallsAndEndsAfterTheLast() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.RESTART_ON_CALL));
    Lease first = acquire(supervisor);
    Lease second = acquire(supervisor);
    supervisor.retire();
    assertThat(refusal(supervisor)).isEqualTo(FailureCode.UNAVAILABLE);
    first.close();
    assertThat(sessions.getFirst().closed).isFalse();
    second.close();
    assertThat(sessions.getFirst().closed).isTrue();
    assertThat(supervisor.state()).isEqualTo(PluginState.CLOSED);
  }

  @Test
  void aRetiredOneWithoutCallsEndsAtOnce() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.RESTART_ON_CALL));
    acquire(supervisor).close();
    supervisor.retire();
    assertThat(sessions.getFirst().closed).isTrue();
    assertThat(supervisor.state()).isEqualTo(PluginState.CLOSED);
  }

  @Test
  void closingEndsTheInstanceAndRefusesCalls() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.RESTART_ON_CALL));
    acquire(supervisor).close();
    supervisor.close();
    assertThat(sessions.getFirst().closed).isTrue();
    assertThat(supervisor.state()).isEqualTo(CLOSED);
    assertThat(refusal(supervisor)).isEqualTo(FailureCode.UNAVAILABLE);
    supervisor.close();
  }

  @Test
  void anInstanceThatComesUpAfterCloseIsEnded() throws Exception {
    holdWork = true;
    SharedSupervisor supervisor =
        supervisor(SupervisionPolicy.shared(Start.EAGER, AfterDown.RESTART_ON_CALL));
    supervisor.hostStarted();
    Thread closer = Thread.ofPlatform().start(supervisor::close);
    while (closer.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    holdWork = false;
    held.remove().run();
    closer.join();
    assertThat(sessions.getFirst().closed).isTrue();
    assertThat(supervisor.state()).isEqualTo(CLOSED);
  }

  @Test
  void reloadEndsARunningInstanceForNowAndStartsAFreshOne() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.REPORT_THEN_RESTART));
    acquire(supervisor).close();
    states.clear();
    supervisor.reload();
    assertThat(sessions.getFirst().ending).isEqualTo(Ending.FOR_NOW);
    assertThat(states).containsExactly(STOPPING, IDLE, STARTING, RUNNING);
    assertThat(supervisor.standing().restarts()).isEqualTo(1);
    assertThat(supervisor.standing().session()).contains(sessions.getLast());
  }

  @Test
  void reloadOfAPluginThatIsDownForgetsTheFailureAndStartsItOnlyIfEager() {
    SharedSupervisor lazy = supervisor(policy(AfterDown.STAY_DOWN));
    acquire(lazy).close();
    sessions.getLast().die("boom");
    lazy.reload();
    assertThat(lazy.state()).isEqualTo(IDLE);
    assertThat(lazy.lastFailure()).isEmpty();
    SharedSupervisor eager = supervisor(SupervisionPolicy.shared(Start.EAGER, AfterDown.STAY_DOWN));
    eager.hostStarted();
    sessions.getLast().die("boom");
    eager.reload();
    assertThat(eager.state()).isEqualTo(RUNNING);
  }

  @Test
  void reloadDoesNotWaitForTheBackoff() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.RESTART_BY_TIMER));
    acquire(supervisor).close();
    sessions.getLast().die("boom");
    assertThat(supervisor.state()).isEqualTo(BACKOFF);
    supervisor.reload();
    assertThat(supervisor.state()).isEqualTo(RUNNING);
    clock.advance(Duration.ofSeconds(60));
    assertThat(sessions).as("the timer was for the old failure").hasSize(2);
  }

  @Test
  void aDisabledPluginIsEndedForGoodAndRefusesCallsUntilItIsEnabled() {
    SharedSupervisor supervisor =
        supervisor(SupervisionPolicy.shared(Start.EAGER, AfterDown.RESTART_ON_CALL));
    supervisor.hostStarted();
    supervisor.disable();
    assertThat(sessions.getFirst().ending).isEqualTo(Ending.FOR_GOOD);
    assertThat(supervisor.standing().enabled()).isFalse();
    PluginFailure refused = catchThrowableOfType(PluginFailure.class, () -> acquire(supervisor));
    assertThat(refused.failure().code()).isEqualTo(FailureCode.UNAVAILABLE);
    assertThat(refused.failure().message()).contains("polyplug enable fake");
    supervisor.reload();
    assertThat(supervisor.state()).as("a reload enables nothing").isEqualTo(IDLE);
    supervisor.enable();
    assertThat(supervisor.state()).isEqualTo(RUNNING);
  }

  @Test
  void anInstanceThatComesUpAfterItWasDisabledIsEnded() {
    holdWork = true;
    SharedSupervisor supervisor =
        supervisor(SupervisionPolicy.shared(Start.EAGER, AfterDown.RESTART_BY_TIMER));
    supervisor.hostStarted();
    supervisor.disable();
    holdWork = false;
    held.remove().run();
    assertThat(sessions.getFirst().ending).isEqualTo(Ending.FOR_GOOD);
    assertThat(supervisor.state()).isEqualTo(IDLE);
  }

  @Test
  void reloadBringsAQuarantinedPluginBackToIdleAndClearsItsHistory() {
    SharedSupervisor supervisor =
        supervisor(
            new SupervisionPolicy(
                Instances.SHARED,
                Start.LAZY,
                AfterDown.RESTART_BY_TIMER,
                OnReload.RESTART,
                new Backoff(List.of(Duration.ofSeconds(1)), Duration.ofSeconds(60), 1),
                Duration.ZERO,
                10));
    acquire(supervisor).close();
    sessions.getFirst().die("once");
    assertThat(supervisor.state()).isEqualTo(QUARANTINED);
    supervisor.reload();
    assertThat(supervisor.state()).isEqualTo(IDLE);
    acquire(supervisor);
    assertThat(supervisor.state()).isEqualTo(RUNNING);
  }
}
