package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.host.Setbacks.Verdict;
import io.polyplug.host.SupervisionPolicy.OnReload;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.host.Supervisor.Lease;
import io.polyplug.host.Supervisor.Listener;
import io.polyplug.host.Supervisor.Meeting;
import io.polyplug.host.Supervisor.Standing;
import io.polyplug.host.Supervisor.Starter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The states of one instance that all calls share, and what leads from one to the next.
 *
 * <p>A serial state machine: whoever calls a method does so in the one {@link SerialQueue}, unless
 * it says otherwise. All time is the given clock's, and what blocks (starting, closing) runs on the
 * given executor and comes back as a task. A plugin in {@link PluginState#STARTING} has callers
 * waiting; they all share the one start. Only the session that is current can bring the plugin
 * down: a late end of an older one is ignored.
 */
final class InstanceKeeper {
  private final Refusals refusals;
  private final SupervisionPolicy policy;
  private final Starter starter;
  private final Clock clock;
  private final Executor work;
  private final Listener listener;
  private final SerialQueue serial;
  private final SettledWaits settled;

  // All below is touched in the serial queue only, but for the volatile and atomic ones, which
  // others read.
  private final WaitingCalls waiters = new WaitingCalls();
  private final Setbacks setbacks;
  private final Switches switches;
  private final SerialTimer timer;
  private final IdleReaper idleness;
  private final CompletableFuture<Void> gone = new CompletableFuture<>();
  private volatile Standing standing = Standing.AT_FIRST;
  private PluginState state = PluginState.IDLE;
  private @Nullable Session session;
  private @Nullable StartAttempt attempt;
  private @Nullable Instant since;
  private boolean again;
  final AtomicInteger leases = new AtomicInteger();
  private int starts;

  InstanceKeeper(
      Refusals refusals,
      SupervisionPolicy policy,
      Starter starter,
      Clock clock,
      Executor work,
      Listener listener,
      SerialQueue serial,
      SettledWaits settled) {
    this.refusals = refusals;
    this.serial = serial;
    this.settled = settled;
    this.policy = policy;
    this.starter = starter;
    this.clock = clock;
    this.work = work;
    this.listener = listener;
    this.setbacks = new Setbacks(policy, clock);
    this.switches = new Switches(refusals);
    this.timer = new SerialTimer(clock, serial);
    this.idleness =
        new IdleReaper(
            clock, policy.idleAfter(), timer, this::isRunning, this::isUnused, this::end);
  }

  /** The caller waits no longer. */
  void abandon(CompletableFuture<Lease> waiter) {
    waiters.abandon(waiter);
  }

  void admit(CompletableFuture<Lease> waiter, Meeting meeting) {
    noticeEnd();
    Optional<Failure> refusal = switches.refusal();
    if (refusal.isPresent()) {
      WaitingCalls.refuse(waiter, refusal.get());
      return;
    }
    if (waiters.size() + leases.get() >= policy.maxCalls()) {
      WaitingCalls.refuse(waiter, refusals.overloaded(policy.maxCalls()));
      return;
    }
    switch (state) {
      case RUNNING -> grant(waiter);
      case IDLE -> startFor(waiter);
      case STARTING, BACKOFF, STOPPING -> waiters.add(waiter);
      case QUARANTINED ->
          WaitingCalls.refuse(waiter, refusals.quarantined(policy.backoff(), setbacks.last()));
      case DOWN ->
          setbacks
              .answer(meeting)
              .ifPresentOrElse(
                  reason -> WaitingCalls.refuse(waiter, reason), () -> startFor(waiter));
      case CLOSED -> WaitingCalls.refuse(waiter, refusals.stopping());
    }
  }

  private void startFor(CompletableFuture<Lease> waiter) {
    waiters.add(waiter);
    start();
  }

  private void start() {
    enter(PluginState.STARTING, Optional.empty());
    attempt =
        new StartAttempt(
            starter,
            idleness::activity,
            session -> serial.execute(() -> started(session)),
            failure -> serial.execute(() -> notStarted(refusals.reasonOf(failure))));
    work.execute(attempt);
  }

  private void started(Session fresh) {
    session = fresh;
    if (switches.isOff()) {
      end();
      return;
    }
    again = false;
    starts++;
    since = clock.now();
    setbacks.overcome();
    idleness.activity();
    enter(PluginState.RUNNING, Optional.empty());
    fresh.ended().whenComplete((reason, error) -> serial.execute(() -> ended(fresh, reason)));
    waiters.takeAll().forEach(this::grant);
    idleness.watch();
  }

  private void notStarted(Failure failure) {
    if (switches.isClosing()) {
      closed();
      return;
    }
    if (!switches.isEnabled() || Objects.requireNonNull(attempt).isGivenUp()) {
      // Given up because it was disabled; it may have been enabled again since.
      enter(PluginState.IDLE, Optional.empty());
      if (switches.isEnabled() && (policy.start() == Start.EAGER || !waiters.isEmpty())) {
        start();
      }
      return;
    }
    again = false;
    List<CompletableFuture<Lease>> failed = waiters.takeAll();
    down(failure, true);
    failed.forEach(waiter -> WaitingCalls.refuse(waiter, failure));
  }

  @SuppressWarnings("ReferenceEquality") // The same session, not an equal one.
  private void ended(Session which, Failure reason) {
    if (which != session || state != PluginState.RUNNING) {
      return;
    }
    session = null;
    timer.cancel();
    // The calls under way carry the reason to their callers.
    down(reason, leases.get() > 0);
  }

  /**
   * An end that a caller may know of already counts before whatever that caller does next: its
   * lease was open when the instance ended, and its next call must not get the same instance.
   */
  private void noticeEnd() {
    if (isRunning()) {
      Session current = Objects.requireNonNull(session);
      CompletableFuture<Failure> end = current.ended().toCompletableFuture();
      if (end.isDone()) {
        ended(current, end.join());
      }
    }
  }

  private void down(Failure reason, boolean alreadyTold) {
    switch (setbacks.add(reason, alreadyTold)) {
      case Verdict.Down _ -> enter(PluginState.DOWN, Optional.of(reason));
      case Verdict.Again(Duration after) -> {
        timer.set(after, this::backoffOver);
        enter(PluginState.BACKOFF, Optional.of(reason));
      }
      case Verdict.Quarantine _ -> {
        enter(PluginState.BACKOFF, Optional.of(reason));
        enter(PluginState.QUARANTINED, Optional.of(reason));
        waiters.refuseAll(refusals.quarantined(policy.backoff(), reason));
      }
    }
  }

  private void backoffOver() {
    if (state == PluginState.BACKOFF && !switches.isRetiring()) {
      start();
    }
  }

  private void grant(CompletableFuture<Lease> waiter) {
    Session current = Objects.requireNonNull(session);
    leases.incrementAndGet();
    idleness.activity();
    waiter.complete(new CountedLease(current, this::givenBack));
  }

  private boolean isRunning() {
    return state == PluginState.RUNNING && session != null;
  }

  private boolean isUnused() {
    return leases.get() == 0 && Objects.requireNonNull(session).mayBeReaped();
  }

  /** Ends the current session in the background; what waits for the plugin then starts it anew. */
  private void end() {
    Session ending = Objects.requireNonNull(session);
    session = null;
    timer.cancel();
    Ending how = switches.isOff() ? Ending.FOR_GOOD : Ending.FOR_NOW;
    enter(PluginState.STOPPING, Optional.empty());
    work.execute(
        () -> {
          try {
            ending.end(how);
          } finally {
            serial.execute(this::stopped);
          }
        });
  }

  private void stopped() {
    if (switches.isClosing()) {
      closed();
      return;
    }
    enter(PluginState.IDLE, Optional.empty());
    if (switches.isEnabled() && (again || !waiters.isEmpty())) {
      start();
    }
  }

  private void closed() {
    enter(PluginState.CLOSED, Optional.empty());
    waiters.refuseAll(refusals.stopping());
    gone.complete(null);
  }

  private void enter(PluginState next, Optional<Failure> reason) {
    PluginState before = state;
    state = next;
    publish();
    listener.stateChanged(before, next, reason);
    // A state that is left again within this task is none to wait for.
    serial.execute(() -> settled.tell(isSettled()));
  }

  private void publish() {
    int restarts = Math.max(0, starts - 1);
    standing = Standing.of(state, setbacks.last(), session, since, restarts, switches.isEnabled());
  }

  /** Completes when it is closed and nothing runs any more. */
  CompletableFuture<Void> gone() {
    return gone;
  }

  /** Safe from any thread. */
  Standing standing() {
    return standing;
  }

  boolean isSettled() {
    return state != PluginState.STARTING && state != PluginState.STOPPING;
  }

  void startIfEager() {
    if (policy.start() == Start.EAGER && state == PluginState.IDLE && !switches.isOff()) {
      start();
    }
  }

  void reload() {
    if (switches.isOff()) {
      return;
    }
    setbacks.forgive();
    if (state == PluginState.DOWN || state == PluginState.QUARANTINED) {
      forget();
      startIfEager();
    } else if (policy.onReload() == OnReload.RESTART) {
      restart();
    }
  }

  private void restart() {
    switch (state) {
      case RUNNING -> {
        again = true;
        end();
      }
      case STOPPING -> again = true;
      case BACKOFF -> {
        forget();
        start();
      }
      case IDLE -> startIfEager();
      case DOWN, QUARANTINED, STARTING, CLOSED -> {}
    }
  }

  /** Back to the beginning, as if it had never failed. */
  private void forget() {
    timer.cancel();
    setbacks.overcome();
    enter(PluginState.IDLE, Optional.empty());
  }

  void disable() {
    if (switches.isOff()) {
      return;
    }
    switches.disable();
    again = false;
    setbacks.forgive();
    waiters.refuseAll(refusals.disabled());
    switch (state) {
      case RUNNING -> end();
      case DOWN, BACKOFF, QUARANTINED -> forget();
      case STARTING -> {
        Objects.requireNonNull(attempt).giveUp();
        publish();
      }
      case IDLE, STOPPING, CLOSED -> publish();
    }
  }

  void enable() {
    if (!switches.isEnabled()) {
      switches.enable();
      publish();
      startIfEager();
      // One that was being ended for good comes back once that is done.
      again |= state == PluginState.STOPPING && policy.start() == Start.EAGER;
    }
  }

  /** Ends after the last call. */
  void retire() {
    if (!switches.isClosing() && !switches.isRetiring()) {
      switches.retire();
      waiters.refuseAll(refusals.removed());
      closeIfRetired();
    }
  }

  private void closeIfRetired() {
    if (switches.isRetiring() && leases.get() == 0) {
      close();
    }
  }

  void close() {
    if (switches.isClosing()) {
      return;
    }
    switches.close();
    timer.cancel();
    switch (state) {
      case RUNNING -> end();
      case STARTING -> Objects.requireNonNull(attempt).giveUp();
      case STOPPING -> {}
      case IDLE, DOWN, BACKOFF, QUARANTINED, CLOSED -> closed();
    }
  }

  private void givenBack() {
    serial.execute(
        () -> {
          noticeEnd();
          leases.decrementAndGet();
          idleness.activity();
          closeIfRetired();
        });
  }
}
