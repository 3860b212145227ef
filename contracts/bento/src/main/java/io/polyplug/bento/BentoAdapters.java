package io.polyplug.bento;

import io.polyplug.base.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The plugins of one run of a command: found on the path, started all at once, introduced one after
 * the other, ended together (2.4, 3). Safe from any thread; whoever starts them closes them.
 *
 * <p>{@link #start} returns at once and the rest happens on a thread of its own, so that a command
 * does something else meanwhile and waits in {@link #adapters} for what is left of it. A plugin
 * that cannot be used is a warning in the log and is left out.
 */
public final class BentoAdapters implements AutoCloseable {
  private final AdapterSettings settings;
  private final AdapterStarts starts;
  private final CompletableFuture<List<BentoAdapter>> loaded = new CompletableFuture<>();

  private BentoAdapters(AdapterSettings settings) {
    this.settings = settings;
    this.starts = new AdapterStarts(settings);
  }

  /** Begins to look for plugins and to start them. */
  public static BentoAdapters start(AdapterSettings settings) {
    BentoAdapters adapters = new BentoAdapters(settings);
    Thread.ofPlatform().daemon().name("polyplug-adapters").start(adapters::load);
    return adapters;
  }

  private void load() {
    try {
      loaded.complete(starts.run());
    } catch (RuntimeException | Error unexpected) {
      loaded.completeExceptionally(unexpected);
      throw unexpected;
    }
  }

  /** Those that can be used, in the order of discovery; waits until that is known of all. */
  public List<BentoAdapter> adapters() throws InterruptedException {
    try {
      return loaded.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("The plugins could not be started.", e.getCause());
    }
  }

  /**
   * Those that were found and cannot be used, with the reasons; waits as {@link #adapters} does.
   */
  public List<RejectedAdapter> rejected() throws InterruptedException {
    var _ = adapters();
    return starts.rejected();
  }

  /**
   * Asks all to end and ends those that do not, all at the same time: at most about four seconds
   * (2.4). Those that are still being introduced get two seconds before that, since even a plugin
   * that is never asked anything is introduced and asked to end. Closing twice does nothing.
   */
  @Override
  public void close() {
    if (!loaded.isDone()) {
      awaitLoaded();
    }
    closeAtOnce();
  }

  private void awaitLoaded() {
    CompletableFuture<Boolean> enough = new CompletableFuture<>();
    Clock.Timer timer =
        settings.clock().schedule(settings.limits().shutdown(), () -> enough.complete(true));
    var _ = loaded.whenComplete((adapters, failure) -> enough.complete(true));
    try {
      enough.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      timer.cancel();
    }
  }

  /**
   * As {@link #close}, for a run that is interrupted: what is being introduced is not waited for.
   */
  public void closeAtOnce() {
    List<Thread> threads = new ArrayList<>();
    for (AdapterLink link : starts.stop()) {
      threads.add(Thread.ofPlatform().daemon().name("polyplug-adapter-end").start(link::shutDown));
    }
    boolean interrupted = false;
    for (Thread thread : threads) {
      // Each ends by itself in bounded time; an interrupt must leave none behind.
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
