package io.polyplug.monorepo.config;

import io.polyplug.base.Clock;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Looks for dishes that no bento names while something else goes on. Closing waits until the search
 * is over, so that it writes nothing afterwards; it only looks at folders, so that is soon.
 */
public final class OrphanSearch implements AutoCloseable {
  private final FutureTask<List<String>> search;
  private final Thread thread;

  private OrphanSearch(FutureTask<List<String>> search) {
    this.search = search;
    this.thread = Thread.ofPlatform().daemon().name("bento-orphans").start(search);
  }

  /**
   * Begins.
   *
   * @param cache where it is remembered what was found
   */
  public static OrphanSearch begin(Workspace workspace, Path cache, Clock clock) {
    return new OrphanSearch(new FutureTask<>(() -> Orphans.find(workspace, cache, clock)));
  }

  /** What was found; waits for it. */
  public List<String> found() throws InterruptedException {
    try {
      return search.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the folders of the workspace could not be walked", e);
    }
  }

  @Override
  public void close() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
