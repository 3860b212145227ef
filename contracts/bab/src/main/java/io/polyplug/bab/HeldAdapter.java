package io.polyplug.bab;

import io.polyplug.bab.bridge.Adapter;

/**
 * An adapter in its process, shared by the runs that use it. Once retired it takes no more runs and
 * ends after the last one. Safe from any thread.
 */
final class HeldAdapter {
  private final Adapter adapter;
  private final AdapterFile file;
  private int users;
  private boolean retired;

  HeldAdapter(Adapter adapter, AdapterFile file) {
    this.adapter = adapter;
    this.file = file;
  }

  Adapter adapter() {
    return adapter;
  }

  /** Whether it was made of this content. */
  boolean isOf(AdapterFile other) {
    return file.hash().equals(other.hash()) && file.file().equals(other.file());
  }

  /** Whether its process has ended. */
  boolean isGone() {
    return adapter.ended().toCompletableFuture().isDone();
  }

  /** Keeps it until {@link #leave}; false if it is retired, and then another is to be used. */
  synchronized boolean enter() {
    if (retired) {
      return false;
    }
    users++;
    return true;
  }

  void leave() {
    boolean last;
    synchronized (this) {
      users--;
      last = retired && users == 0;
    }
    if (last) {
      adapter.close();
    }
  }

  void retire() {
    boolean unused;
    synchronized (this) {
      unused = !retired && users == 0;
      retired = true;
    }
    if (unused) {
      adapter.close();
    }
  }
}
