package io.polyplug.monorepo.run;

import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.monorepo.plan.ResolvedTask;
import io.polyplug.monorepo.store.Sidecar;

/**
 * Results of earlier runs. Safe from any thread. What goes wrong here is warned of and never fails
 * a run: a result that cannot be had is made again.
 */
public interface TaskResults {
  /** Puts the files of an earlier result in their places, if there is one. */
  boolean restore(PreparedDish dish, ResolvedTask task, String key) throws InterruptedException;

  /**
   * Keeps the result of a task that has just succeeded.
   *
   * @param contents what went into the key, before the task ran
   */
  void keep(PreparedDish dish, ResolvedTask task, String key, Sidecar contents, TaskEnd end)
      throws InterruptedException;
}
