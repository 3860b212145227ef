package io.polyplug.host;

import io.polyplug.base.Deadline;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A fresh instance for each call, ended with it; nothing is kept alive, nothing is shared. */
final class PerCallSupervisor implements Supervisor {
  private final Refusals refusals;
  private final int maxCalls;
  private final Starter starter;
  private final Listener listener;

  private final Set<Session> running = new HashSet<>();
  private int calls;
  private boolean closed;
  private Optional<Failure> lastFailure = Optional.empty();

  PerCallSupervisor(String plugin, int maxCalls, Starter starter, Listener listener) {
    this.refusals = new Refusals(plugin);
    this.maxCalls = maxCalls;
    this.starter = starter;
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
      late = closed;
      running.add(session);
    }
    if (late) {
      session.close();
      leave(session);
      throw refusals.stopping().thrown();
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

  private synchronized void enter() {
    if (closed) {
      throw refusals.stopping().thrown();
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
  public synchronized PluginState state() {
    if (closed) {
      return PluginState.CLOSED;
    }
    return calls == 0 ? PluginState.IDLE : PluginState.RUNNING;
  }

  @Override
  public synchronized Optional<Failure> lastFailure() {
    return lastFailure;
  }

  @Override
  public void hostStarted() {}

  @Override
  public synchronized void reload() {
    lastFailure = Optional.empty();
  }

  @Override
  public void close() {
    List<Session> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(running);
    }
    left.forEach(Session::close);
  }
}
