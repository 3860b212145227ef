package io.polyplug.host;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call that can only be waited for, under way on a virtual thread of its own: for contracts that
 * cannot send one call and go on. When it is awaited or closed, that thread has ended.
 */
final class CallOnThread<T> implements Started<T> {
  private final Thread thread;
  private @Nullable T result;
  private @Nullable Throwable failure;

  CallOnThread(Supplier<T> call) {
    thread = Thread.ofVirtual().name("polyplug-call").start(() -> run(call));
  }

  private void run(Supplier<T> call) {
    try {
      result = call.get();
    } catch (Throwable thrown) {
      failure = thrown;
    }
  }

  @Override
  public T await() {
    join(false);
    return switch (failure) {
      case null -> Objects.requireNonNull(result);
      case RuntimeException thrown -> throw thrown;
      case Error thrown -> throw thrown;
      case Throwable thrown -> throw new IllegalStateException(thrown);
    };
  }

  /** An interrupt is handed on to the call, which ends soon by it, and says so itself. */
  private void join(boolean giveUp) {
    boolean interrupted = false;
    if (giveUp) {
      thread.interrupt();
    }
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
        thread.interrupt();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    join(true);
  }
}
