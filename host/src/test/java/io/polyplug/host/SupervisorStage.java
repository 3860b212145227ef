package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.base.Deadline;
import io.polyplug.base.ManualClock;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.host.Supervisor.Lease;
import io.polyplug.host.Supervisor.Meeting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/** A supervisor of instances that do what a test says, on a clock that only the test moves. */
abstract class SupervisorStage {
  final ManualClock clock = new ManualClock();
  final List<PluginState> states = new ArrayList<>();
  final List<FakeSession> sessions = new ArrayList<>();
  final Deque<String> startFailures = new ArrayDeque<>();
  final Deque<Runnable> held = new ConcurrentLinkedDeque<>();
  volatile boolean holdWork;

  SharedSupervisor supervisor(SupervisionPolicy policy) {
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

  Session start() {
    String failure = startFailures.poll();
    if (failure != null) {
      throw new Failure(FailureCode.HANDSHAKE_FAILED, "fake", failure).thrown();
    }
    FakeSession session = new FakeSession();
    sessions.add(session);
    return session;
  }

  static SupervisionPolicy policy(AfterDown afterDown) {
    return SupervisionPolicy.shared(Start.LAZY, afterDown);
  }

  Lease acquire(Supervisor supervisor) {
    return supervisor.acquire(Meeting.BY_POLICY, Deadline.NEVER);
  }

  static FailureCode refusal(Supervisor supervisor) {
    return refusal(supervisor, Meeting.BY_POLICY);
  }

  static FailureCode refusal(Supervisor supervisor, Meeting meeting) {
    PluginFailure thrown =
        catchThrowableOfType(
            PluginFailure.class, () -> supervisor.acquire(meeting, Deadline.NEVER));
    assertThat(thrown).as("a refusal").isNotNull();
    return thrown.failure().code();
  }
}
