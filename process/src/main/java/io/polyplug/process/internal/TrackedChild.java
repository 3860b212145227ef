package io.polyplug.process.internal;

import io.polyplug.process.Child;

/** A child whose end, its group's included, can be waited for. */
interface TrackedChild extends Child {
  /** Runs once nothing is left that would have to be ended if the host died now. */
  void whenGone(Runnable action);

  /** Whether its id is the number of a process group too. */
  boolean leadsGroup();
}
