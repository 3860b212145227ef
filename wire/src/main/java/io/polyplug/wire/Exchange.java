package io.polyplug.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One inbound request while it is answered. It is cancelled by the other end's cancel message,
 * where the dialect has one, and by the end of the connection: then the handler's thread is
 * interrupted, and nothing is answered. Safe from any thread.
 */
public final class Exchange {
  private final Peer peer;
  private final Id id;
  private final List<Runnable> onCancel = new ArrayList<>(0);
  private @Nullable Runnable onAnswered;
  private @Nullable Thread runner;
  private boolean cancelled;

  Exchange(Peer peer, Id id) {
    this.peer = peer;
    this.id = id;
  }

  /** The peer that the request came to. */
  public Peer peer() {
    return peer;
  }

  /** The request's id, as the other end gave it. */
  public Id id() {
    return id;
  }

  /** Whether nobody waits for the answer any more. */
  public synchronized boolean isCancelled() {
    return cancelled;
  }

  /** Has this run when the request is cancelled, on some virtual thread; at once if it was. */
  public void onCancel(Runnable action) {
    synchronized (this) {
      if (!cancelled) {
        onCancel.add(action);
        return;
      }
    }
    start(action);
  }

  private void start(Runnable action) {
    peer.threads().virtual("polyplug-cancel", action).start();
  }

  /**
   * Has this run as soon as the answer is queued, and not if there is none: what it sends comes
   * after the answer. It runs on the handler's thread, where the next ordered message waits for it.
   * At most one; for the handler itself.
   */
  public void onAnswered(Runnable action) {
    onAnswered = action;
  }

  void answered() {
    Runnable action = onAnswered;
    if (action != null) {
      action.run();
    }
  }

  /** False if it was cancelled before it began. */
  synchronized boolean begin() {
    runner = Thread.currentThread();
    return !cancelled;
  }

  /** After this the thread is nobody's to interrupt; true if an answer is wanted. */
  synchronized boolean end() {
    runner = null;
    if (cancelled) {
      // The interrupt was meant for this request and not for what the thread does next.
      Thread.interrupted();
    }
    return !cancelled;
  }

  void cancel() {
    List<Runnable> actions;
    synchronized (this) {
      if (cancelled) {
        return;
      }
      cancelled = true;
      actions = List.copyOf(onCancel);
      if (runner != null) {
        runner.interrupt();
      }
    }
    actions.forEach(this::start);
  }
}
