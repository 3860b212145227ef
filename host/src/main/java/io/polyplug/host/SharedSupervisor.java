package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Keeps one instance that all calls share, by its policy: the doors to an {@link InstanceKeeper},
 * whose queue makes it safe from any thread.
 */
final class SharedSupervisor implements Supervisor {
  /** How long {@link #close} waits for an instance that is starting or ending. */
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(30);

  private final Refusals refusals;
  private final Listener listener;
  private final SerialQueue serial = new SerialQueue();
  private final SettledWaits settled = new SettledWaits(serial);
  private final InstanceKeeper keeper;

  SharedSupervisor(
      String plugin,
      SupervisionPolicy policy,
      Starter starter,
      Clock clock,
      Executor work,
      Listener listener) {
    this.refusals = new Refusals(plugin);
    this.listener = listener;
    this.keeper =
        new InstanceKeeper(refusals, policy, starter, clock, work, listener, serial, settled);
  }

  @Override
  public Lease acquire(Meeting meeting, Deadline deadline) {
    CompletableFuture<Lease> waiter = new CompletableFuture<>();
    serial.execute(() -> keeper.admit(waiter, meeting));
    if (waiter.state() == Future.State.SUCCESS) {
      return waiter.resultNow();
    }
    try {
      return deadline.get(waiter);
    } catch (TimeoutException e) {
      throw abandoned(waiter, refusals.notReady(state()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw abandoned(waiter, refusals.interrupted());
    } catch (ExecutionException e) {
      // A fresh exception for each caller: they share the failure, not the stack.
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new PluginFailure(refusals.reasonOf(cause), cause);
    }
  }

  private PluginFailure abandoned(CompletableFuture<Lease> waiter, Failure failure) {
    serial.execute(() -> keeper.abandon(waiter));
    return failure.thrown();
  }

  @Override
  public Standing standing() {
    return keeper.standing();
  }

  @Override
  public int calls() {
    return keeper.leases.get();
  }

  @Override
  public boolean awaitSettled(Deadline deadline) {
    return settled.await(deadline, keeper::isSettled);
  }

  @Override
  public void hostStarted() {
    serial.execute(keeper::startIfEager);
  }

  @Override
  public void reload() {
    serial.execute(keeper::reload);
  }

  @Override
  public void disable() {
    serial.execute(keeper::disable);
  }

  @Override
  public void enable() {
    serial.execute(keeper::enable);
  }

  @Override
  public void rest() {
    serial.execute(
        () -> {
          if (standing().enabled()) {
            keeper.disable();
            keeper.enable();
          }
        });
  }

  @Override
  public void retire() {
    serial.execute(keeper::retire);
  }

  @Override
  public void close() {
    serial.execute(keeper::close);
    try {
      keeper.gone().get(LONGEST_CLOSE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException e) {
      listener.stateChanged(state(), PluginState.CLOSED, Optional.of(refusals.notReady(state())));
    }
  }
}
