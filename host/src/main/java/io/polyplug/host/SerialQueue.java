package io.polyplug.host;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one after another without a thread of its own: whoever adds a task while none runs,
 * runs it and all that are added meanwhile. A task added from within a task runs after it, so state
 * kept behind one queue needs no lock and is never seen half changed. Tasks must be short and not
 * block.
 */
final class SerialQueue {
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private boolean running;

  void execute(Runnable task) {
    synchronized (tasks) {
      tasks.addLast(task);
      if (running) {
        return;
      }
      running = true;
    }
    for (Runnable next = poll(); next != null; next = poll()) {
      try {
        next.run();
      } catch (RuntimeException | Error failure) {
        Thread current = Thread.currentThread();
        current.getUncaughtExceptionHandler().uncaughtException(current, failure);
      }
    }
  }

  private @Nullable Runnable poll() {
    synchronized (tasks) {
      Runnable next = tasks.pollFirst();
      running = next != null;
      return next;
    }
  }
}
