package io.polyplug.bab;

import io.polyplug.base.Clock;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what a load gave for 5,000 ms from its completion (section 3). Calls that come while
 * one runs share it, with its failure; a failure is not remembered. Safe from any thread.
 */
final class SharedLoads<T> {
  static final Duration FRESH = Duration.ofSeconds(5);

  private final String plugin;
  private final Clock clock;
  private final Callable<T> loader;
  private @Nullable FutureTask<T> running;
  private @Nullable T last;
  private long lastAt;

  SharedLoads(String plugin, Clock clock, Callable<T> loader) {
    this.plugin = plugin;
    this.clock = clock;
    this.loader = loader;
  }

  /** What is loaded, by a new load if the last one is too old; throws what that throws. */
  T get() throws InterruptedException {
    FutureTask<T> load;
    synchronized (this) {
      if (running == null && last != null && clock.nanoTime() - lastAt <= FRESH.toNanos()) {
        return last;
      }
      if (running == null) {
        // On a thread of its own: whoever gives up waiting does not end it for the others.
        running = new FutureTask<>(this::load);
        Thread.ofVirtual().name("polyplug-load " + plugin).start(running);
      }
      load = running;
    }
    try {
      return load.get();
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      if (cause instanceof PluginFailure failure) {
        throw new PluginFailure(failure.failure(), failure);
      }
      throw new PluginFailure(
          new Failure(FailureCode.UNAVAILABLE, plugin, "it could not be loaded: " + cause), cause);
    }
  }

  private T load() throws Exception {
    @Nullable T loaded = null;
    try {
      loaded = loader.call();
      return loaded;
    } finally {
      synchronized (this) {
        running = null;
        last = loaded == null ? last : loaded;
        lastAt = loaded == null ? clock.nanoTime() - FRESH.toNanos() - 1 : clock.nanoTime();
      }
    }
  }

  /** What the last good load gave, however old. */
  synchronized @Nullable T last() {
    return last;
  }
}
