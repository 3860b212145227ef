package io.polyplug.monorepo.store;

import io.polyplug.base.Clock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Results of tasks on this machine, by key (section 6.10). What is in it is whole: every file is
 * written beside its place and renamed. Any number of processes and threads may use one folder.
 *
 * <p>Keys are 64 hex digits in lower case; anything else is refused with an {@link
 * IllegalArgumentException}.
 */
public final class LocalStore {
  private static final String CACHE_DIR = "BENTO_CACHE_DIR";
  private static final long LARGEST_SIDECAR = 256L << 20;

  private final StoreFiles files;
  private final Clock clock;
  private final AtomicBoolean swept = new AtomicBoolean();

  /** The folder is made when something is kept. */
  public LocalStore(Path root, Clock clock) {
    files = new StoreFiles(root.toAbsolutePath());
    this.clock = clock;
  }

  /** Where the environment says that results are kept. */
  public static Path rootIn(Map<String, String> environment) {
    String given = environment.getOrDefault(CACHE_DIR, "");
    if (!given.isEmpty()) {
      return Path.of(given);
    }
    String home = environment.getOrDefault("HOME", "");
    return Path.of(home.isEmpty() ? System.getProperty("user.home") : home, ".bento", "cache");
  }

  public Path root() {
    return files.root();
  }

  /** Whether there is a bundle; it is not looked into. */
  public boolean contains(String key) {
    return Files.isRegularFile(files.bundle(key), LinkOption.NOFOLLOW_LINKS);
  }

  /** Where the bundle is, or would be. */
  public Path bundle(String key) {
    return files.bundle(key);
  }

  /** Keeps a result. Throws, and keeps nothing, if an output changes meanwhile. */
  public void store(
      String key,
      byte[] stdout,
      byte[] stderr,
      List<OutputFile> outputs,
      List<OutputFile> workspaceOutputs)
      throws IOException {
    Path bundle = files.bundle(key);
    put(bundle, channel -> BundleWriter.write(channel, stdout, stderr, outputs, workspaceOutputs));
  }

  /**
   * Brings a result back. Of a bad bundle nothing is written, save that a folder of the workspace
   * may turn out to lead elsewhere on the way.
   */
  public Restoration restore(String key, Path dish, Path workspaceRoot) {
    return Restoring.run(files.bundle(key), dish, workspaceRoot, clock.now(), false);
  }

  /** As {@link #restore}, but leaves a bad bundle for somebody who can tell of it. */
  public Restoration restoreOrLeave(String key, Path dish, Path workspaceRoot) {
    return Restoring.run(files.bundle(key), dish, workspaceRoot, clock.now(), true);
  }

  /** Keeps what went into a key. */
  public void storeSidecar(String key, Sidecar sidecar) throws IOException {
    byte[] json = sidecar.pretty();
    put(files.sidecar(key), channel -> writeAll(channel, json));
  }

  /** What went into a key; empty if it is not known or cannot be read. */
  public Optional<Sidecar> sidecar(String key) {
    Path path = files.sidecar(key);
    try {
      return Files.size(path) > LARGEST_SIDECAR
          ? Optional.empty()
          : Sidecar.parse(Files.readAllBytes(path));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The keys of bundles, sorted. */
  public List<String> keysStartingWith(String prefix) throws IOException {
    List<String> keys = new ArrayList<>();
    for (String key : files.keys(StoreFiles.BUNDLE)) {
      if (key.startsWith(prefix)) {
        keys.add(key);
      }
    }
    keys.sort(null);
    return keys;
  }

  /** The keys with a sidecar but no bundle, sorted. */
  public List<String> keysWithoutBundle() throws IOException {
    List<String> keys = new ArrayList<>();
    Set<String> bundles = new HashSet<>(files.keys(StoreFiles.BUNDLE));
    for (String key : files.keys(StoreFiles.SIDECAR)) {
      if (!bundles.contains(key)) {
        keys.add(key);
      }
    }
    keys.sort(null);
    return keys;
  }

  /** A place for a download: a name nobody has, in the folder, without a file. */
  public Path downloadPlace() throws IOException {
    return temporary(StoreFiles.REMOTE_TEMPORARY);
  }

  /**
   * Makes a download the bundle of a key if it is a good one (section 6.11). It is gone from its
   * place afterwards in any case.
   *
   * @return why it is not good
   */
  public Optional<String> promote(String key, Path download) throws IOException {
    Path bundle = files.bundle(key);
    try {
      try (FileChannel channel = FileChannel.open(download, StandardOpenOption.READ)) {
        Bundle.read(channel);
      } catch (BadBundle e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
      Files.move(download, bundle, StandardCopyOption.ATOMIC_MOVE);
      return Optional.empty();
    } finally {
      Files.deleteIfExists(download);
    }
  }

  /** Counting and deleting. */
  public StoreUpkeep upkeep() {
    return new StoreUpkeep(files, clock);
  }

  private static void writeAll(FileChannel channel, byte[] bytes) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      channel.write(rest);
    }
  }

  private interface Content {
    void writeTo(FileChannel channel) throws IOException;
  }

  private void put(Path target, Content content) throws IOException {
    Path temporary = temporary(StoreFiles.TEMPORARY);
    boolean done = false;
    try {
      try (FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        content.writeTo(channel);
      }
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      done = true;
    } finally {
      if (!done) {
        Files.deleteIfExists(temporary);
      }
    }
  }

  private Path temporary(String suffix) throws IOException {
    Files.createDirectories(files.root());
    if (swept.compareAndSet(false, true)) {
      files.sweep(clock.now());
    }
    return files.root().resolve("bento-" + UUID.randomUUID() + suffix);
  }
}
