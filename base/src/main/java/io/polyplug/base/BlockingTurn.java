package io.polyplug.base;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task on a daemon platform thread that is started when it is needed and ends when it has
 * not been for a while. The task never runs twice at once. Safe from any thread.
 */
public final class BlockingTurn {
  private static final long KEEP_ALIVE_SECONDS = 2;

  private final OwnThreads threads = new OwnThreads();
  private final String name;
  private final Runnable task;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private @Nullable Thread thread;
  private boolean due;

  /** For this task, under this name. */
  public BlockingTurn(String name, Runnable task) {
    this.name = name;
    this.task = task;
  }

  /** Has the task run once more. */
  public void take() {
    lock.lock();
    try {
      due = true;
      if (thread == null) {
        thread = threads.platform(name, this::live);
        thread.start();
      } else {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void live() {
    while (awaitDue()) {
      task.run();
    }
  }

  private boolean awaitDue() {
    lock.lock();
    try {
      long left = TimeUnit.SECONDS.toNanos(KEEP_ALIVE_SECONDS);
      while (!due && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (!due) {
        thread = null;
        return false;
      }
      due = false;
      return true;
    } catch (InterruptedException nobodyInterruptsThis) {
      thread = null;
      return false;
    } finally {
      lock.unlock();
    }
  }
}
