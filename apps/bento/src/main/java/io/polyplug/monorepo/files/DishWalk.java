package io.polyplug.monorepo.files;

import io.polyplug.monorepo.WorkspaceProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Finds the files of a dish that may be inputs: hidden ones and links, but nothing that ignore
 * rules leave out, nothing in folders that hold results, and no devices, pipes or sockets. What
 * vanishes meanwhile was not there; what cannot be read is a problem.
 */
public final class DishWalk {
  private final FileStats stats;
  private final String absolute;
  private final DishFiles found;

  private DishWalk(Path real, FileStats stats, DishFiles found) {
    String raw = RawPath.ofPath(real);
    this.absolute = raw.endsWith("/") ? raw : raw + "/";
    this.stats = stats;
    this.found = found;
  }

  /**
   * Walks once, on this thread.
   *
   * @param stats of the same directory
   */
  public static DishFiles walk(Path directory, ParentRules parents, FileStats stats)
      throws WorkspaceProblem {
    DishFiles found = new DishFiles(directory);
    try {
      Path real = directory.toRealPath();
      long[] values = new long[FileStats.FIELDS];
      if (!stats.read("", values, 0)) {
        throw new NoSuchFileException(directory.toString());
      }
      found.addOther("", values);
      new DishWalk(real, stats, found).folder("", directory, parents.of(real.getParent()));
    } catch (IOException e) {
      throw Unreadable.folder(directory, e);
    }
    return found;
  }

  private void folder(String prefix, Path folder, IgnoreRules above) throws WorkspaceProblem {
    String[] names = FolderNames.read(folder);
    IgnoreRules rules = rules(prefix, folder, names, above);
    long[] values = new long[FileStats.FIELDS];
    for (String name : names) {
      String path = prefix + name;
      if (!read(path, values)) {
        continue;
      }
      int type = (int) values[FileStats.MODE] & FileStats.TYPE;
      if (type == FileStats.FOLDER) {
        if (!holdsResults(name) && !ignored(rules, path, true)) {
          found.addOther(path, values);
          folder(path + "/", RawPath.resolve(folder, name), rules);
        }
      } else if (type == FileStats.REGULAR || type == FileStats.LINK) {
        if (!ignored(rules, path, false)) {
          found.addFile(path, values);
        } else if (isIgnoreFile(name)) {
          found.addOther(path, values);
        }
      }
    }
  }

  private IgnoreRules rules(String prefix, Path folder, String[] names, IgnoreRules above)
      throws WorkspaceProblem {
    boolean any = false;
    for (String name : IgnoreRules.FILES) {
      if (Arrays.binarySearch(names, name) >= 0) {
        any = true;
        if (Files.isSymbolicLink(folder.resolve(name))) {
          found.linkRules();
        }
      }
    }
    if (!any) {
      return above;
    }
    return ParentRules.read(above, folder, absolute.length() + prefix.length());
  }

  private boolean ignored(IgnoreRules rules, String path, boolean folder) {
    return !rules.isEmpty() && rules.ignores(absolute + path, folder);
  }

  private boolean read(String path, long[] values) throws WorkspaceProblem {
    try {
      return stats.read(path, values, 0);
    } catch (IOException e) {
      throw Unreadable.file(RawPath.resolve(found.directory(), path), e);
    }
  }

  private static boolean isIgnoreFile(String name) {
    return name.equals(IgnoreRules.FILES[0]) || name.equals(IgnoreRules.FILES[1]);
  }

  private static boolean holdsResults(String name) {
    return switch (name) {
      case "target", "node_modules", ".git", ".bento", "dist", "build", ".next" -> true;
      default -> false;
    };
  }
}
