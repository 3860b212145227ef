package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Start;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one instance that all calls share, by its policy.
 *
 * <p>A serial state machine: every change happens in one {@link SerialQueue}, all time is the given
 * clock's, and what blocks (starting, closing) runs on the given executor and comes back as a task.
 * A plugin in {@link PluginState#STARTING} has callers waiting; they all share the one start. Only
 * the session that is current can bring the plugin down: a late end of an older one is ignored.
 */
final class SharedSupervisor implements Supervisor {
  /** How often an idle instance that its contract wants to keep is looked at again. */
  private static final Duration REAP_AGAIN = Duration.ofSeconds(1);

  /** How long {@link #close} waits for an instance that is starting or ending. */
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(30);

  private final Refusals refusals;
  private final SupervisionPolicy policy;
  private final Starter starter;
  private final Clock clock;
  private final Executor work;
  private final Listener listener;
  private final SerialQueue serial = new SerialQueue();
  private final SettledWaits settled = new SettledWaits(serial);

  // All below is touched in the serial queue only, but for the volatile ones, which others read.
  private final WaitingCalls waiters = new WaitingCalls();
  private final FailureWindow failures;
  private final CompletableFuture<Void> gone = new CompletableFuture<>();
  private volatile Standing standing = Standing.AT_FIRST;
  private volatile long lastActivity;
  private PluginState state = PluginState.IDLE;
  private @Nullable Failure lastFailure;
  private @Nullable Session session;
  private @Nullable StartAttempt attempt;
  private @Nullable Instant since;
  private Clock.@Nullable Timer timer;
  private boolean reported;
  private boolean closing;
  private boolean disabled;
  private boolean again;
  private int leases;
  private int starts;

  SharedSupervisor(
      String plugin,
      SupervisionPolicy policy,
      Starter starter,
      Clock clock,
      Executor work,
      Listener listener) {
    this.refusals = new Refusals(plugin);
    this.policy = policy;
    this.starter = starter;
    this.clock = clock;
    this.work = work;
    this.listener = listener;
    this.failures = new FailureWindow(clock, policy.backoff().window());
  }

  @Override
  public Lease acquire(Meeting meeting, Deadline deadline) {
    CompletableFuture<Lease> waiter = new CompletableFuture<>();
    serial.execute(() -> admit(waiter, meeting));
    try {
      return waiter.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw abandoned(waiter, refusals.notReady(state()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw abandoned(waiter, refusals.interrupted());
    } catch (ExecutionException e) {
      // A fresh exception for each caller: they share the failure, not the stack.
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      Failure failure =
          cause instanceof PluginFailure known ? known.failure() : refusals.notStarted(cause);
      throw new PluginFailure(failure, cause);
    }
  }

  private PluginFailure abandoned(CompletableFuture<Lease> waiter, Failure failure) {
    serial.execute(
        () -> {
          waiters.remove(waiter);
          // A lease that was given in the same moment has no owner now.
          if (waiter.isDone() && !waiter.isCompletedExceptionally()) {
            waiter.join().close();
          }
        });
    return failure.thrown();
  }

  private void admit(CompletableFuture<Lease> waiter, Meeting meeting) {
    if (closing) {
      refuse(waiter, refusals.stopping());
      return;
    }
    if (disabled) {
      refuse(waiter, refusals.disabled());
      return;
    }
    if (waiters.size() + leases >= policy.maxCalls()) {
      refuse(waiter, refusals.overloaded(policy.maxCalls()));
      return;
    }
    switch (state) {
      case RUNNING -> grant(waiter);
      case IDLE -> {
        waiters.add(waiter);
        start();
      }
      case STARTING, BACKOFF, STOPPING -> waiters.add(waiter);
      case QUARANTINED -> refuse(waiter, quarantined());
      case DOWN -> admitWhileDown(waiter, meeting);
      case CLOSED -> refuse(waiter, refusals.stopping());
    }
  }

  private void admitWhileDown(CompletableFuture<Lease> waiter, Meeting meeting) {
    Failure reason = Objects.requireNonNull(lastFailure);
    boolean first = !reported;
    reported = true;
    boolean report =
        switch (policy.afterDown()) {
          case REPORT_THEN_RESTART -> first && meeting == Meeting.BY_POLICY;
          case STAY_DOWN -> true;
          case RESTART_ON_CALL, RESTART_BY_TIMER -> false;
        };
    if (report) {
      refuse(waiter, reason);
    } else {
      waiters.add(waiter);
      start();
    }
  }

  private void start() {
    enter(PluginState.STARTING, Optional.empty());
    attempt =
        new StartAttempt(
            starter,
            this::activity,
            session -> serial.execute(() -> started(session)),
            failure -> serial.execute(() -> notStarted(reason(failure))));
    work.execute(attempt);
  }

  private Failure reason(Throwable failure) {
    return failure instanceof PluginFailure known ? known.failure() : refusals.notStarted(failure);
  }

  /** Nobody wants the start that is under way any more; it ends as a failed one, and soon. */
  private void giveUpStart() {
    if (attempt != null) {
      attempt.giveUp();
    }
  }

  private void started(Session fresh) {
    session = fresh;
    if (closing || disabled) {
      end();
      return;
    }
    again = false;
    starts++;
    since = clock.now();
    lastFailure = null;
    activity();
    enter(PluginState.RUNNING, Optional.empty());
    fresh.ended().whenComplete((reason, error) -> serial.execute(() -> ended(fresh, reason)));
    waiters.takeAll().forEach(this::grant);
    watchIdleness();
  }

  private void notStarted(Failure failure) {
    if (closing) {
      closed();
      return;
    }
    if (disabled || Objects.requireNonNull(attempt).isGivenUp()) {
      // Given up because it was disabled; it may have been enabled again since.
      enter(PluginState.IDLE, Optional.empty());
      if (!disabled && (policy.start() == Start.EAGER || !waiters.isEmpty())) {
        start();
      }
      return;
    }
    again = false;
    List<CompletableFuture<Lease>> failed = waiters.takeAll();
    down(failure, true);
    failed.forEach(waiter -> refuse(waiter, failure));
  }

  @SuppressWarnings("ReferenceEquality") // The same session, not an equal one.
  private void ended(Session which, Failure reason) {
    if (which != session || state != PluginState.RUNNING) {
      return;
    }
    session = null;
    cancelTimer();
    // The calls under way carry the reason to their callers.
    down(reason, leases > 0);
  }

  private void down(Failure reason, boolean alreadyReported) {
    lastFailure = reason;
    reported = alreadyReported;
    if (policy.afterDown() != AfterDown.RESTART_BY_TIMER) {
      enter(PluginState.DOWN, Optional.of(reason));
      return;
    }
    int recent = failures.add();
    enter(PluginState.BACKOFF, Optional.of(reason));
    if (recent >= policy.backoff().quarantineAt()) {
      enter(PluginState.QUARANTINED, Optional.of(reason));
      waiters.takeAll().forEach(waiter -> refuse(waiter, quarantined()));
    } else {
      setTimer(policy.backoff().waitAfter(recent), this::backoffOver);
    }
  }

  private void backoffOver() {
    if (state == PluginState.BACKOFF) {
      start();
    }
  }

  private void grant(CompletableFuture<Lease> waiter) {
    Session current = Objects.requireNonNull(session);
    leases++;
    activity();
    waiter.complete(new CountedLease(current, this::givenBack));
  }

  private void refuse(CompletableFuture<Lease> waiter, Failure failure) {
    waiter.completeExceptionally(failure.thrown());
  }

  private void activity() {
    lastActivity = clock.nanoTime();
  }

  private void watchIdleness() {
    if (!policy.idleAfter().isZero()) {
      setTimer(policy.idleAfter(), this::reapIfIdle);
    }
  }

  private void reapIfIdle() {
    Session current = session;
    if (state != PluginState.RUNNING || current == null) {
      return;
    }
    Duration idle = Duration.ofNanos(clock.nanoTime() - lastActivity);
    Duration left = policy.idleAfter().minus(idle);
    if (left.isPositive()) {
      setTimer(left, this::reapIfIdle);
    } else if (leases > 0 || !current.mayBeReaped()) {
      setTimer(REAP_AGAIN, this::reapIfIdle);
    } else {
      end();
    }
  }

  /** Ends the current session in the background; what waits for the plugin then starts it anew. */
  private void end() {
    Session ending = Objects.requireNonNull(session);
    session = null;
    cancelTimer();
    Ending how = closing || disabled ? Ending.FOR_GOOD : Ending.FOR_NOW;
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
    if (closing) {
      closed();
      return;
    }
    enter(PluginState.IDLE, Optional.empty());
    if (!disabled && (again || !waiters.isEmpty())) {
      start();
    }
  }

  private void closed() {
    enter(PluginState.CLOSED, Optional.empty());
    waiters.takeAll().forEach(waiter -> refuse(waiter, refusals.stopping()));
    gone.complete(null);
  }

  private void setTimer(Duration delay, Runnable task) {
    cancelTimer();
    timer = clock.schedule(delay, () -> serial.execute(task));
  }

  private void cancelTimer() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
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
    standing = Standing.of(state, lastFailure, session, since, Math.max(0, starts - 1), !disabled);
  }

  private Failure quarantined() {
    return refusals.quarantined(policy.backoff(), lastFailure);
  }

  @Override
  public Standing standing() {
    return standing;
  }

  @Override
  public boolean awaitSettled(Deadline deadline) {
    return settled.await(deadline, this::isSettled);
  }

  private boolean isSettled() {
    return state != PluginState.STARTING && state != PluginState.STOPPING;
  }

  @Override
  public void hostStarted() {
    serial.execute(this::startIfEager);
  }

  private void startIfEager() {
    if (policy.start() == Start.EAGER && state == PluginState.IDLE && !closing && !disabled) {
      start();
    }
  }

  @Override
  public void reload() {
    serial.execute(
        () -> {
          if (closing || disabled) {
            return;
          }
          failures.clear();
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
            case DOWN, QUARANTINED -> {
              forget();
              startIfEager();
            }
            case IDLE -> startIfEager();
            case STARTING, CLOSED -> {}
          }
        });
  }

  /** Back to the beginning, as if it had never failed. */
  private void forget() {
    cancelTimer();
    lastFailure = null;
    enter(PluginState.IDLE, Optional.empty());
  }

  @Override
  public void disable() {
    serial.execute(
        () -> {
          if (closing || disabled) {
            return;
          }
          disabled = true;
          again = false;
          failures.clear();
          waiters.takeAll().forEach(waiter -> refuse(waiter, refusals.disabled()));
          switch (state) {
            case RUNNING -> end();
            case DOWN, BACKOFF, QUARANTINED -> forget();
            case STARTING -> {
              giveUpStart();
              publish();
            }
            case IDLE, STOPPING, CLOSED -> publish();
          }
        });
  }

  @Override
  public void enable() {
    serial.execute(
        () -> {
          if (disabled) {
            disabled = false;
            publish();
            startIfEager();
            // One that was being ended for good comes back once that is done.
            again |= state == PluginState.STOPPING && policy.start() == Start.EAGER;
          }
        });
  }

  @Override
  public void close() {
    serial.execute(
        () -> {
          if (closing) {
            return;
          }
          closing = true;
          cancelTimer();
          switch (state) {
            case RUNNING -> end();
            case STARTING -> giveUpStart();
            case STOPPING -> {}
            case IDLE, DOWN, BACKOFF, QUARANTINED, CLOSED -> closed();
          }
        });
    try {
      gone.get(LONGEST_CLOSE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException e) {
      listener.stateChanged(state(), PluginState.CLOSED, Optional.of(refusals.notReady(state())));
    }
  }

  private void givenBack() {
    serial.execute(
        () -> {
          leases--;
          activity();
        });
  }
}
