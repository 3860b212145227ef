package io.polyplug.monorepo;

import io.polyplug.monorepo.config.Workspace;
import io.polyplug.monorepo.inspect.CacheAnswers;
import io.polyplug.monorepo.remote.RemoteCache;
import io.polyplug.monorepo.remote.RemoteCaches;
import io.polyplug.monorepo.remote.RemoteTier;
import io.polyplug.monorepo.remote.Transfers;
import io.polyplug.monorepo.store.LocalStore;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The server's cache for one run, if there is one; closed after it. */
record RemoteOfRun(@Nullable RemoteCache cache, Optional<RemoteTier> tier)
    implements AutoCloseable {
  static RemoteOfRun open(MonorepoOptions options, Workspace workspace, LocalStore store)
      throws WorkspaceProblem {
    Optional<RemoteCache> cache = cache(options, workspace, false);
    return new RemoteOfRun(
        cache.orElse(null), cache.map(it -> new RemoteTier(store, it, options.log()::warn)));
  }

  /** Sends what the server lacks, or fetches what was here once. */
  static Answer transfer(
      MonorepoOptions options, Workspace workspace, LocalStore store, boolean push)
      throws WorkspaceProblem, IOException, InterruptedException {
    try (RemoteCache remote = cache(options, workspace, true).orElseThrow()) {
      Transfers transfers =
          new Transfers(store, new RemoteTier(store, remote, options.log()::warn));
      Transfers.Tally tally = push ? transfers.push() : transfers.pull();
      return CacheAnswers.transferred(
          tally.remote(),
          tally.direction().name().toLowerCase(Locale.ROOT),
          tally.transferred(),
          tally.skipped(),
          tally.failed());
    }
  }

  private static Optional<RemoteCache> cache(
      MonorepoOptions options, Workspace workspace, boolean strict) throws WorkspaceProblem {
    return RemoteCaches.open(
        workspace.settings().remote(),
        options.environment(),
        options.home(),
        options.log()::warn,
        strict);
  }

  @Override
  public void close() {
    if (cache != null) {
      cache.close();
    }
  }
}
