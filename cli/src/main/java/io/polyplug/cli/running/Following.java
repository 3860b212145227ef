package io.polyplug.cli.running;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a client follows, one at a time: a second takes the place of the first, and closing ends it,
 * now or when it comes. Safe from any thread.
 */
final class Following<T extends AutoCloseable> implements AutoCloseable {
  private @Nullable T now;
  private boolean over;

  void begin(T fresh) {
    @Nullable T before;
    synchronized (this) {
      before = over ? fresh : now;
      now = over ? null : fresh;
    }
    end(before);
  }

  synchronized Optional<T> now() {
    return Optional.ofNullable(now);
  }

  @Override
  public void close() {
    @Nullable T last;
    synchronized (this) {
      over = true;
      last = now;
      now = null;
    }
    end(last);
  }

  private static void end(@Nullable AutoCloseable follower) {
    if (follower != null) {
      try {
        follower.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
