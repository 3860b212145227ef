package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A fresh instance for each call, ended with it; nothing is kept alive, nothing is shared. */
final class PerCallSupervisor implements Supervisor {
  private final Refusals refusals;
  private final int maxCalls;
  private final Starter starter;
  private final Clock clock;
  private final Listener listener;

  private final IdentityHashMap<Session, Instant> running = new IdentityHashMap<>();
  private int calls;
  private boolean closed;
  private boolean retired;
  private boolean disabled;
  private Optional<Failure> lastFailure = Optional.empty();

  PerCallSupervisor(String plugin, int maxCalls, Starter starter, Clock clock, Listener listener) {
    this.refusals = new Refusals(plugin);
    this.maxCalls = maxCalls;
    this.starter = starter;
    this.clock = clock;
    this.listener = listener;
  }

  @Override
  public Lease acquire(Meeting meeting, Deadline deadline) {
    enter();
    Session session;
    try {
      session = starter.start(() -> {});
    } catch (RuntimeException | Error failure) {
      leave(null);
      if (failure instanceof PluginFailure known) {
        remember(known.failure());
      }
      throw failure;
    }
    boolean late;
    synchronized (this) {
      late = closed || disabled;
      running.put(session, clock.now());
      lastFailure = Optional.empty();
    }
    if (late) {
      session.close();
      leave(session);
      throw refusal().thrown();
    }
    return new Lease() {
      @Override
      public Session session() {
        return session;
      }

      @Override
      public void close() {
        try {
          session.close();
        } finally {
          leave(session);
        }
      }
    };
  }

  private synchronized Failure refusal() {
    if (retired) {
      return refusals.removed();
    }
    return closed ? refusals.stopping() : refusals.disabled();
  }

  private synchronized void enter() {
    if (closed || disabled) {
      throw refusal().thrown();
    }
    if (calls == maxCalls) {
      throw refusals.overloaded(maxCalls).thrown();
    }
    if (calls++ == 0) {
      listener.stateChanged(PluginState.IDLE, PluginState.RUNNING, Optional.empty());
    }
  }

  private synchronized void leave(@Nullable Session session) {
    if (session != null) {
      running.remove(session);
    }
    if (--calls == 0) {
      PluginState next = closed ? PluginState.CLOSED : PluginState.IDLE;
      listener.stateChanged(PluginState.RUNNING, next, Optional.empty());
    }
    notifyAll();
  }

  private synchronized void remember(Failure failure) {
    lastFailure = Optional.of(failure);
  }

  @Override
  public synchronized Standing standing() {
    PluginState state =
        closed ? PluginState.CLOSED : calls == 0 ? PluginState.IDLE : PluginState.RUNNING;
    Optional<Map.Entry<Session, Instant>> only =
        running.size() == 1 ? running.entrySet().stream().findFirst() : Optional.empty();
    return new Standing(
        state,
        lastFailure,
        only.map(Map.Entry::getKey),
        only.map(Map.Entry::getValue),
        0,
        !disabled);
  }

  @Override
  public synchronized int calls() {
    return calls;
  }

  @Override
  public void hostStarted() {}

  @Override
  public synchronized void reload() {
    lastFailure = Optional.empty();
  }

  @Override
  public void disable() {
    List<Session> left;
    synchronized (this) {
      disabled = true;
      left = List.copyOf(running.keySet());
    }
    left.forEach(session -> session.end(Ending.FOR_GOOD));
  }

  @Override
  public synchronized void enable() {
    disabled = false;
  }

  @Override
  public void rest() {}

  /** Nothing here starts or stops but with a call. */
  @Override
  public boolean awaitSettled(Deadline deadline) {
    return true;
  }

  @Override
  public synchronized void retire() {
    retired = true;
    closed = true;
  }

  @Override
  public void close() {
    List<Session> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(running.keySet());
    }
    left.forEach(Session::close);
  }
}
