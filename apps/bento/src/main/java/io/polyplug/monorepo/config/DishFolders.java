package io.polyplug.monorepo.config;

import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.files.FileStats;
import io.polyplug.monorepo.files.FolderNames;
import io.polyplug.monorepo.files.RawPath;
import io.polyplug.monorepo.key.Moment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the folders of a workspace that hold a {@code dish.toml}. A folder that is as it was when
 * its names were last read is not listed again: names come, go and change their kind only with the
 * times of their folder, unless it had been changed just then, which is never remembered.
 *
 * <p>Used once, by one thread.
 */
final class DishFolders {
  /** Deeper folders hold nobody's dish. */
  private static final int MAX_DEPTH = 64;

  private static final int FILES_IN_A_FOLDER = 16;
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final Path root;
  private final FileStats stats;
  private final Moment moment;
  private final Map<String, Known> known;
  private final List<FolderMemory.Folder> seen = new ArrayList<>();

  /** A remembered folder that has not changed. */
  private record Known(List<String> folders, boolean dish) {}

  private DishFolders(Path root, FileStats stats, Moment moment, Map<String, Known> known) {
    this.root = root;
    this.stats = stats;
    this.moment = moment;
    this.known = known;
  }

  /** The raw paths; what cannot be read holds nothing. */
  static List<String> find(Path root, Moment moment) {
    try (FileStats stats = FileStats.portable(root)) {
      DishFolders walk = new DishFolders(root, stats, moment, Map.of());
      walk.folder("", 0);
      return walk.found();
    }
  }

  /** The same with the help of a file, which is replaced if something has changed. */
  static List<String> find(Path root, Moment moment, Path file) {
    FolderMemory memory = FolderMemory.read(file, root);
    try (FileStats stats = FileStats.open(root, memory.count() * FILES_IN_A_FOLDER)) {
      boolean[] same = same(memory, stats);
      String[] paths = memory.list();
      if (same.length > 0 && all(same)) {
        List<String> dishes = new ArrayList<>();
        for (int i = 0; i < paths.length; i++) {
          if (memory.isDish(i)) {
            dishes.add(paths[i]);
          }
        }
        return dishes;
      }
      DishFolders walk = new DishFolders(root, stats, moment, known(memory, paths, same));
      walk.folder("", 0);
      FolderMemory.write(file, root, walk.seen);
      return walk.found();
    }
  }

  private static boolean[] same(FolderMemory memory, FileStats stats) {
    boolean[] same = new boolean[memory.count()];
    int[] next = new int[1];
    try {
      stats.readAll(
          memory.content(),
          memory.paths(),
          memory.length(),
          (there, values) -> {
            same[next[0]] = there && memory.same(next[0], values);
            next[0]++;
          });
    } catch (IOException e) {
      // Of what was not reached nothing is trusted.
    }
    return same;
  }

  private static boolean all(boolean[] flags) {
    for (boolean flag : flags) {
      if (!flag) {
        return false;
      }
    }
    return true;
  }

  private static Map<String, Known> known(FolderMemory memory, String[] paths, boolean[] same) {
    Map<String, Known> known = new HashMap<>();
    for (int i = 0; i < paths.length; i++) {
      if (same[i]) {
        known.put(paths[i], new Known(new ArrayList<>(), memory.isDish(i)));
      }
      // Those above come first.
      int slash = paths[i].lastIndexOf('/');
      Known above = known.get(slash < 0 ? "" : paths[i].substring(0, slash));
      if (above != null && !paths[i].isEmpty()) {
        above.folders().add(paths[i].substring(slash + 1));
      }
    }
    return known;
  }

  private List<String> found() {
    List<String> dishes = new ArrayList<>();
    for (FolderMemory.Folder folder : seen) {
      if (folder.dish()) {
        dishes.add(folder.path());
      }
    }
    return dishes;
  }

  private void folder(String path, int depth) {
    long[] values = new long[FileStats.FIELDS];
    // Before its names are read: what changes after this shows in the values the next time.
    if (depth >= MAX_DEPTH || !read(path, values)) {
      return;
    }
    Known remembered = known.get(path);
    Known now = remembered == null ? list(path, values) : remembered;
    if (!moment.isClearlyAfter(values[FileStats.MODIFIED])
        || !moment.isClearlyAfter(values[FileStats.CHANGED])) {
      Arrays.fill(values, UNKNOWN);
    }
    seen.add(new FolderMemory.Folder(path, values, now.dish()));
    for (String name : now.folders()) {
      folder(path.isEmpty() ? name : path + "/" + name, depth + 1);
    }
  }

  /** Values of a folder that cannot be read become such as no folder has. */
  private Known list(String path, long[] values) {
    List<String> folders = new ArrayList<>();
    boolean dish = false;
    String[] names;
    try {
      names = FolderNames.read(path.isEmpty() ? root : RawPath.resolve(root, path));
    } catch (WorkspaceProblem e) {
      Arrays.fill(values, UNKNOWN);
      return new Known(folders, false);
    }
    long[] entry = new long[FileStats.FIELDS];
    for (String name : names) {
      if (!isSkipped(name) && read(path.isEmpty() ? name : path + "/" + name, entry)) {
        int type = (int) entry[FileStats.MODE] & FileStats.TYPE;
        if (type == FileStats.FOLDER) {
          folders.add(name);
        } else if (type == FileStats.REGULAR) {
          dish |= name.equals(DishReader.FILE);
        }
      }
    }
    return new Known(folders, dish);
  }

  private boolean read(String path, long[] values) {
    try {
      return stats.read(path, values, 0);
    } catch (IOException e) {
      return false;
    }
  }

  /** Folders that hold what was made or fetched; no file of theirs is a dish's either. */
  private static boolean isSkipped(String name) {
    return switch (name) {
      case "target", "node_modules", ".git", ".bento", "dist", "build", ".next" -> true;
      default -> false;
    };
  }
}
