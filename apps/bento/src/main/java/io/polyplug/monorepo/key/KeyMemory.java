package io.polyplug.monorepo.key;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.files.DishFiles;
import io.polyplug.monorepo.files.FileStats;
import io.polyplug.monorepo.files.ParentRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Remembers hashes of a workspace's dishes from one command to the next, so that a dish in which
 * nothing has changed costs one question to the file system for each of its files and folders, and
 * nothing is listed, matched or read.
 *
 * <p>A hash is remembered for the size, times, inode and mode of all that decided about it, and
 * only if all of it was clearly older than the moment when it was looked at. One object serves one
 * command. Safe from any thread.
 */
public final class KeyMemory {
  private static final int MOST_DISHES = 20_000;
  private static final int NEW_FOR_ONE_SEEN = 4;
  private static final int MOST_WALKED = 10_000;
  private static final int DISHES_WORTH_A_THREAD = 16;

  private final Clock clock;
  private final @Nullable MemoryFile file;
  private final Map<String, DishMemory> dishes;
  private final Map<Path, FutureTask<DishKeys>> looks = new ConcurrentHashMap<>();
  private final ParentRules parentRules = new ParentRules();
  private final ParentStats parentStats;
  private final int knownFiles;
  private final AtomicInteger walkedFiles = new AtomicInteger();
  private volatile boolean changed;

  private KeyMemory(Clock clock, @Nullable MemoryFile file, int moreFiles) {
    this.clock = clock;
    this.file = file;
    this.parentStats = new ParentStats(now());
    this.dishes = new ConcurrentHashMap<>(file == null ? Map.of() : file.read());
    int files = moreFiles;
    for (DishMemory dish : dishes.values()) {
      files += dish.count();
    }
    this.knownFiles = files;
  }

  /**
   * Reads what is known of a workspace. What is wrong with the file only costs time.
   *
   * @param cache the directory of the local store
   * @param root the workspace's, canonical
   */
  public static KeyMemory open(Path cache, Path root, Clock clock) {
    return open(cache, root, clock, 0);
  }

  /** Remembers nothing beyond itself. */
  public static KeyMemory forgetful(Clock clock) {
    return new KeyMemory(clock, null, 0);
  }

  /**
   * The same, for a command that asks the file system of more than what is remembered.
   *
   * @param moreFiles about how many
   */
  static KeyMemory open(Path cache, Path root, Clock clock, int moreFiles) {
    return new KeyMemory(clock, MemoryFile.of(cache, root), moreFiles);
  }

  /**
   * Looks at all remembered dishes on this thread; {@link #look} joins in on others. Worth a thread
   * before configuration is read.
   */
  public void lookAhead() {
    List<Path> known = new ArrayList<>();
    for (String dish : dishes.keySet()) {
      known.add(Path.of(dish));
    }
    List<FutureTask<DishKeys>> tasks = begin(known);
    for (int i = 0; i < tasks.size(); i++) {
      tasks.get(i).run();
    }
  }

  /** Looks at dishes as they are now, on several threads; in the order given. */
  public List<DishKeys> look(List<Path> directories) throws WorkspaceProblem, InterruptedException {
    List<FutureTask<DishKeys>> tasks = begin(directories);
    // One that another thread runs or has run is passed over, and waited for below.
    InParallel.run(tasks.size(), DISHES_WORTH_A_THREAD, item -> tasks.get(item).run());
    List<DishKeys> keys = new ArrayList<>(tasks.size());
    for (int i = 0; i < tasks.size(); i++) {
      looks.remove(directories.get(i), tasks.get(i));
      keys.add(result(tasks.get(i)));
    }
    return keys;
  }

  /** Looks at one dish as it is now. */
  public DishKeys look(Path directory) throws WorkspaceProblem {
    return DishKeys.look(this, directory);
  }

  /** Keeps what was learned; false if it could not be written. */
  public boolean save() {
    if (file == null || !changed) {
      return true;
    }
    changed = false;
    dishes.keySet().removeIf(dish -> !Files.isDirectory(Path.of(dish)));
    return file.write(dishes);
  }

  Moment now() {
    return Moment.now(clock);
  }

  ParentRules parentRules() {
    return parentRules;
  }

  ParentStats parentStats() {
    return parentStats;
  }

  DishMemory remembered(Path directory) {
    return dishes.getOrDefault(directory.toString(), DishMemory.NONE);
  }

  FileStats stats(Path directory) {
    // Where some files are new, many are.
    return FileStats.open(directory, Math.max(knownFiles, NEW_FOR_ONE_SEEN * walkedFiles.get()));
  }

  void walked(int files) {
    if (walkedFiles.get() < MOST_WALKED) {
      walkedFiles.addAndGet(Math.min(files, MOST_WALKED));
    }
  }

  void remember(Path directory, DishFiles files, List<DishMemory.Entry> entries) {
    if (entries.isEmpty()
        || (dishes.size() >= MOST_DISHES && !dishes.containsKey(directory.toString()))) {
      return;
    }
    byte[] paths = DishState.paths(files);
    int count = files.others().size() + files.files().size();
    dishes.merge(
        directory.toString(),
        DishMemory.NONE.withPaths(paths, count).with(entries),
        (old, fresh) -> old.withPaths(paths, count).with(entries));
    changed = true;
  }

  private List<FutureTask<DishKeys>> begin(List<Path> directories) {
    List<FutureTask<DishKeys>> tasks = new ArrayList<>(directories.size());
    for (Path directory : directories) {
      tasks.add(
          looks.computeIfAbsent(
              directory, path -> new FutureTask<>(() -> DishKeys.look(this, path))));
    }
    return tasks;
  }

  private static DishKeys result(FutureTask<DishKeys> task)
      throws WorkspaceProblem, InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof WorkspaceProblem problem) {
        throw problem;
      }
      throw new IllegalStateException("a dish could not be looked at", e);
    }
  }
}
