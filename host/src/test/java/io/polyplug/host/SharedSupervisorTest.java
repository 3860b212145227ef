package io.polyplug.host;

import static io.polyplug.host.PluginState.BACKOFF;
import static io.polyplug.host.PluginState.DOWN;
import static io.polyplug.host.PluginState.IDLE;
import static io.polyplug.host.PluginState.QUARANTINED;
import static io.polyplug.host.PluginState.RUNNING;
import static io.polyplug.host.PluginState.STARTING;
import static io.polyplug.host.PluginState.STOPPING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Backoff;
import io.polyplug.host.SupervisionPolicy.Instances;
import io.polyplug.host.SupervisionPolicy.OnReload;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.host.Supervisor.Lease;
import io.polyplug.host.Supervisor.Meeting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The states of a plugin with one shared instance, and what leads from one to the next. */
class SharedSupervisorTest extends SupervisorStage {
  @Test
  void lazyStartsWithTheFirstCallAndIsSharedByTheNext() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.RESTART_ON_CALL));
    supervisor.hostStarted();
    assertThat(sessions).isEmpty();
    Lease one = acquire(supervisor);
    Lease two = acquire(supervisor);
    assertThat(one.session()).isSameAs(two.session());
    assertThat(sessions).hasSize(1);
    assertThat(states).containsExactly(STARTING, RUNNING);
  }

  @Test
  void eagerStartsWithTheHost() {
    SharedSupervisor supervisor =
        supervisor(SupervisionPolicy.shared(Start.EAGER, AfterDown.RESTART_ON_CALL));
    supervisor.hostStarted();
    assertThat(supervisor.state()).isEqualTo(RUNNING);
  }

  @Test
  void concurrentFirstCallsShareOneStart() throws Exception {
    holdWork = true;
    SharedSupervisor supervisor = supervisor(policy(AfterDown.RESTART_ON_CALL));
    List<CompletableFuture<Lease>> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      CompletableFuture<Lease> lease = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> lease.complete(acquire(supervisor)));
      waiting.add(lease);
    }
    while (held.isEmpty()) {
      Thread.onSpinWait();
    }
    held.remove().run();
    for (CompletableFuture<Lease> lease : waiting) {
      lease.get(10, TimeUnit.SECONDS);
    }
    assertThat(sessions).hasSize(1);
  }

  @Test
  void aFailedStartFailsItsCallersAndTheNextCallTriesAgain() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.RESTART_ON_CALL));
    startFailures.add("no manifest");
    assertThat(refusal(supervisor)).isEqualTo(FailureCode.HANDSHAKE_FAILED);
    assertThat(supervisor.state()).isEqualTo(DOWN);
    assertThat(supervisor.lastFailure()).isPresent();
    acquire(supervisor);
    assertThat(supervisor.state()).isEqualTo(RUNNING);
    assertThat(supervisor.lastFailure()).isEmpty();
  }

  @Test
  void anIdleEndIsReportedOnceAndTheCallAfterThatRestarts() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.REPORT_THEN_RESTART));
    acquire(supervisor).close();
    sessions.getFirst().die("exit 3");
    assertThat(refusal(supervisor)).isEqualTo(FailureCode.CRASHED);
    acquire(supervisor);
    assertThat(sessions).hasSize(2);
  }

  @Test
  void anEndThatACallCarriedIsNotReportedAgain() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.REPORT_THEN_RESTART));
    Lease during = acquire(supervisor);
    sessions.getFirst().die("exit 3");
    during.close();
    acquire(supervisor);
    assertThat(sessions).hasSize(2);
  }

  @Test
  void aCallerThatHearsOfAnEndBeforeItsSupervisorGetsAFreshInstance() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.REPORT_THEN_RESTART));
    Lease during = acquire(supervisor);
    FakeSession first = sessions.getFirst();
    CompletableFuture<Session> next = new CompletableFuture<>();
    // Who asks last hears first: this runs before the supervisor's own.
    var _ =
        first.ended.whenComplete(
            (reason, error) -> {
              during.close();
              next.complete(acquire(supervisor).session());
            });
    first.die("exit 3");
    assertThat(next.getNow(first)).isNotSameAs(first);
  }

  @Test
  void aFreshMeetingRestartsWithoutAReport() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.REPORT_THEN_RESTART));
    acquire(supervisor).close();
    sessions.getFirst().die("exit 3");
    supervisor.acquire(Meeting.FRESH, Deadline.NEVER);
    assertThat(sessions).hasSize(2);
  }

  @Test
  void stayingDownMeansNoRestartInThisRun() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.STAY_DOWN));
    acquire(supervisor).close();
    sessions.getFirst().die("wrong id");
    assertThat(refusal(supervisor)).isEqualTo(FailureCode.CRASHED);
    assertThat(refusal(supervisor, Meeting.FRESH)).isEqualTo(FailureCode.CRASHED);
    assertThat(sessions).hasSize(1);
  }

  @Test
  void aTimerRestartsAfterTheBackoffOfTheFailuresInTheWindow() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.RESTART_BY_TIMER));
    acquire(supervisor).close();
    sessions.getFirst().die("first");
    assertThat(supervisor.state()).isEqualTo(BACKOFF);
    clock.advance(Duration.ofMillis(999));
    assertThat(supervisor.state()).isEqualTo(BACKOFF);
    clock.advance(Duration.ofMillis(1));
    assertThat(supervisor.state()).isEqualTo(RUNNING);
    sessions.get(1).die("second");
    clock.advance(Duration.ofMillis(3999));
    assertThat(supervisor.state()).isEqualTo(BACKOFF);
    clock.advance(Duration.ofMillis(1));
    assertThat(supervisor.state()).isEqualTo(RUNNING);
  }

  @Test
  void theThirdFailureInTheWindowQuarantinesAtOnce() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.RESTART_BY_TIMER));
    acquire(supervisor).close();
    sessions.getFirst().die("at 0 s");
    clock.advance(Duration.ofSeconds(20));
    sessions.get(1).die("at 20 s");
    clock.advance(Duration.ofSeconds(20));
    states.clear();
    sessions.get(2).die("at 40 s");
    assertThat(states).containsExactly(BACKOFF, QUARANTINED);
    assertThat(refusal(supervisor)).isEqualTo(FailureCode.QUARANTINED);
    clock.advance(Duration.ofHours(1));
    assertThat(supervisor.state()).isEqualTo(QUARANTINED);
  }

  @Test
  void failuresOlderThanTheWindowDoNotCount() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.RESTART_BY_TIMER));
    acquire(supervisor).close();
    for (int i = 0; i < 10; i++) {
      sessions.get(i).die("every 40 s");
      clock.advance(Duration.ofSeconds(40));
      assertThat(supervisor.state()).isEqualTo(RUNNING);
    }
  }

  @Test
  void callsDuringTheBackoffWaitForTheRestart() throws Exception {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.RESTART_BY_TIMER));
    acquire(supervisor).close();
    sessions.getFirst().die("first");
    CompletableFuture<Lease> waiting = new CompletableFuture<>();
    Thread caller = Thread.ofPlatform().start(() -> waiting.complete(acquire(supervisor)));
    while (caller.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    clock.advance(Duration.ofSeconds(1));
    assertThat(waiting.get(10, TimeUnit.SECONDS).session()).isSameAs(sessions.get(1));
  }

  @Test
  void anIdleInstanceIsReapedAndTheNextCallStartsAnother() {
    SharedSupervisor supervisor = supervisor(reapedAfter(Duration.ofSeconds(10)));
    Lease lease = acquire(supervisor);
    clock.advance(Duration.ofSeconds(30));
    assertThat(supervisor.state()).as("a call is under way").isEqualTo(RUNNING);
    lease.close();
    clock.advance(Duration.ofSeconds(9));
    assertThat(supervisor.state()).isEqualTo(RUNNING);
    states.clear();
    clock.advance(Duration.ofSeconds(2));
    assertThat(states).containsExactly(STOPPING, IDLE);
    assertThat(sessions.getFirst().closed).isTrue();
    acquire(supervisor);
    assertThat(sessions).hasSize(2);
  }

  @Test
  void anInstanceThatItsContractWantsToKeepIsNotReaped() {
    SharedSupervisor supervisor = supervisor(reapedAfter(Duration.ofSeconds(10)));
    acquire(supervisor).close();
    sessions.getFirst().reapable = false;
    clock.advance(Duration.ofHours(1));
    assertThat(supervisor.state()).isEqualTo(RUNNING);
    sessions.getFirst().reapable = true;
    clock.advance(Duration.ofSeconds(1));
    assertThat(supervisor.state()).isEqualTo(IDLE);
  }

  private static SupervisionPolicy reapedAfter(Duration idle) {
    return new SupervisionPolicy(
        Instances.SHARED,
        Start.LAZY,
        AfterDown.RESTART_ON_CALL,
        OnReload.RESTART,
        Backoff.DEFAULT,
        idle,
        10);
  }

  @Test
  void moreCallsThanTheLimitAreOverloaded() {
    SharedSupervisor supervisor = supervisor(reapedAfter(Duration.ZERO));
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      leases.add(acquire(supervisor));
    }
    assertThat(refusal(supervisor)).isEqualTo(FailureCode.OVERLOADED);
    leases.getFirst().close();
    acquire(supervisor);
  }

  @Test
  void aCallThatCannotWaitAnyLongerTimesOutAndLeavesNoLeaseBehind() throws Exception {
    holdWork = true;
    SharedSupervisor supervisor = supervisor(reapedAfter(Duration.ofSeconds(1)));
    PluginFailure late =
        catchThrowableOfType(
            PluginFailure.class,
            () ->
                supervisor.acquire(
                    Meeting.BY_POLICY, Deadline.in(Duration.ofMillis(1), Clock.system())));
    assertThat(late.failure().code()).isEqualTo(FailureCode.TIMEOUT);
    holdWork = false;
    held.remove().run();
    clock.advance(Duration.ofSeconds(3));
    assertThat(supervisor.state()).as("nobody holds it").isEqualTo(IDLE);
  }

  @Test
  void theStandingIsTrueTheMomentAnInstanceEnds() {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.REPORT_THEN_RESTART));
    acquire(supervisor).close();
    assertThat(supervisor.standing().since()).contains(clock.now());
    sessions.getFirst().die("boom");
    Supervisor.Standing standing = supervisor.standing();
    assertThat(standing.state()).isEqualTo(DOWN);
    assertThat(standing.session()).isEmpty();
    assertThat(standing.since()).isEmpty();
    assertThat(standing.lastFailure().orElseThrow().message()).isEqualTo("boom");
    assertThat(standing.restarts()).isZero();
  }

  @Test
  void settledIsNeitherStartingNorStopping() throws Exception {
    holdWork = true;
    SharedSupervisor supervisor =
        supervisor(SupervisionPolicy.shared(Start.EAGER, AfterDown.RESTART_ON_CALL));
    supervisor.hostStarted();
    assertThat(supervisor.awaitSettled(Deadline.in(Duration.ofMillis(1), Clock.system())))
        .isFalse();
    CompletableFuture<Boolean> settled =
        CompletableFuture.supplyAsync(() -> supervisor.awaitSettled(Deadline.NEVER));
    held.remove().run();
    assertThat(settled.get(30, TimeUnit.SECONDS)).isTrue();
    assertThat(supervisor.state()).isEqualTo(RUNNING);
  }
}
