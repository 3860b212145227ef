package io.polyplug.monorepo.store;

import io.polyplug.base.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Counts and deletes what a store holds (section 6.12). Entries are bundles, and bytes are theirs,
 * in every number. Safe from any thread, and while others use the store.
 */
public final class StoreUpkeep {
  private final StoreFiles files;
  private final Clock clock;

  StoreUpkeep(StoreFiles files, Clock clock) {
    this.files = files;
    this.clock = clock;
  }

  /** Times are empty for an empty store. */
  public record Stats(
      Path root,
      long entries,
      long totalBytes,
      OptionalLong oldestUnixSeconds,
      OptionalLong newestUnixSeconds) {}

  /** What is gone. */
  public record Cleared(Path root, long entries, long bytes) {}

  /** What is gone and what is left. */
  public record Pruned(
      Path root,
      long prunedEntries,
      long prunedBytes,
      long remainingEntries,
      long remainingBytes) {}

  public Stats stats() throws IOException {
    List<StoreFiles.Found> bundles = bundles();
    long bytes = 0;
    for (StoreFiles.Found bundle : bundles) {
      bytes += bundle.size();
    }
    if (bundles.isEmpty()) {
      return new Stats(files.root(), 0, 0, OptionalLong.empty(), OptionalLong.empty());
    }
    return new Stats(
        files.root(),
        bundles.size(),
        bytes,
        OptionalLong.of(bundles.getFirst().modified().getEpochSecond()),
        OptionalLong.of(bundles.getLast().modified().getEpochSecond()));
  }

  /** Deletes everything of the store's own kinds, and nothing else that may lie there. */
  public Cleared clear() throws IOException {
    long entries = 0;
    long bytes = 0;
    for (StoreFiles.Found file : files.find(StoreUpkeep::isOwn)) {
      boolean bundle = file.path().toString().endsWith(StoreFiles.BUNDLE);
      if (Files.deleteIfExists(file.path()) && bundle) {
        entries++;
        bytes += file.size();
      }
    }
    return new Cleared(files.root(), entries, bytes);
  }

  private static boolean isOwn(String name) {
    return name.endsWith(StoreFiles.BUNDLE)
        || name.endsWith(StoreFiles.SIDECAR)
        || StoreFiles.isTemporary(name);
  }

  /** Deletes what is too old, then the oldest until the rest is small enough. */
  public Pruned prune(OptionalLong maxBytes, Optional<Duration> olderThan) throws IOException {
    Instant now = clock.now();
    files.sweep(now);
    List<StoreFiles.Found> bundles = bundles();
    long left = 0;
    for (StoreFiles.Found bundle : bundles) {
      left += bundle.size();
    }
    long entries = 0;
    long bytes = 0;
    for (StoreFiles.Found bundle : bundles) {
      boolean old =
          olderThan.isPresent()
              && Duration.between(bundle.modified(), now).compareTo(olderThan.get()) > 0;
      if (!old && (maxBytes.isEmpty() || left <= maxBytes.getAsLong())) {
        break;
      }
      delete(bundle.path());
      entries++;
      bytes += bundle.size();
      left -= bundle.size();
    }
    return new Pruned(files.root(), entries, bytes, bundles.size() - entries, left);
  }

  /** The bundle goes first: a sidecar alone is no harm, a bundle alone cannot be explained. */
  private void delete(Path bundle) throws IOException {
    Files.deleteIfExists(bundle);
    String name = bundle.getFileName().toString();
    String key = name.substring(0, name.length() - StoreFiles.BUNDLE.length());
    Files.deleteIfExists(files.root().resolve(key + StoreFiles.SIDECAR));
  }

  /** From the oldest to the newest. */
  private List<StoreFiles.Found> bundles() throws IOException {
    List<StoreFiles.Found> bundles =
        new ArrayList<>(files.find(name -> name.endsWith(StoreFiles.BUNDLE)));
    bundles.sort(
        Comparator.comparing(StoreFiles.Found::modified).thenComparing(StoreFiles.Found::path));
    return bundles;
  }
}
