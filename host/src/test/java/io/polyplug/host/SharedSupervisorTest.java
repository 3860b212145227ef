package io.polyplug.host;

import static io.polyplug.host.PluginState.BACKOFF;
import static io.polyplug.host.PluginState.CLOSED;
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
import io.polyplug.base.ManualClock;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Backoff;
import io.polyplug.host.SupervisionPolicy.Instances;
import io.polyplug.host.SupervisionPolicy.OnReload;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.host.Supervisor.Lease;
import io.polyplug.host.Supervisor.Meeting;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The states of a plugin with one shared instance, on a clock that only the test moves. */
class SharedSupervisorTest {
  private final ManualClock clock = new ManualClock();
  private final List<PluginState> states = new ArrayList<>();
  private final List<FakeSession> sessions = new ArrayList<>();
  private final Deque<String> startFailures = new ArrayDeque<>();
  private final Deque<Runnable> held = new ConcurrentLinkedDeque<>();
  private volatile boolean holdWork;

  private SharedSupervisor supervisor(SupervisionPolicy policy) {
    return new SharedSupervisor(
        "fake",
        policy,
        activity -> start(),
        clock,
        task -> {
          if (holdWork) {
            held.add(task);
          } else {
            task.run();
          }
        },
        (from, to, reason) -> states.add(to));
  }

  private Session start() {
    String failure = startFailures.poll();
    if (failure != null) {
      throw new Failure(FailureCode.HANDSHAKE_FAILED, "fake", failure).thrown();
    }
    FakeSession session = new FakeSession();
    sessions.add(session);
    return session;
  }

  private static SupervisionPolicy policy(AfterDown afterDown) {
    return SupervisionPolicy.shared(Start.LAZY, afterDown);
  }

  private Lease acquire(Supervisor supervisor) {
    return supervisor.acquire(Meeting.BY_POLICY, Deadline.NEVER);
  }

  private static FailureCode refusal(Supervisor supervisor) {
    return refusal(supervisor, Meeting.BY_POLICY);
  }

  private static FailureCode refusal(Supervisor supervisor, Meeting meeting) {
    PluginFailure thrown =
        catchThrowableOfType(
            PluginFailure.class, () -> supervisor.acquire(meeting, Deadline.NEVER));
    assertThat(thrown).as("a refusal").isNotNull();
    return thrown.failure().code();
  }

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

  @Test
  void callsDuringTheBackoffWaitForTheRestart() throws Exception {
    SharedSupervisor supervisor = supervisor(policy(AfterDown.RESTART_BY_TIMER));
    acquire(supervisor).close();
    sessions.getFirst().die("first");
    CompletableFuture<Lease> waiting = new CompletableFuture<>();
    Thread caller = Thread.ofPlatform().start(() -> waiting.complete(acquire(supervisor)));
    while (caller.getState() != Thread.State.TIMED_WAITING) {
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
