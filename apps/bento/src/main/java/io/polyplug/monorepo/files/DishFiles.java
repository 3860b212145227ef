package io.polyplug.monorepo.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a walk of a dish saw. Regular files and links in the order of keys; apart from them what
 * else decided: the folders, and the ignore files that are not inputs themselves. Not to be changed
 * once the walk is over.
 */
public final class DishFiles {
  private final Path directory;
  private final List<String> files = new ArrayList<>();
  private final List<String> others = new ArrayList<>();
  private long[] fileStats = new long[64 * FileStats.FIELDS];
  private long[] otherStats = new long[16 * FileStats.FIELDS];
  private boolean linkedRules;

  DishFiles(Path directory) {
    this.directory = directory;
  }

  public Path directory() {
    return directory;
  }

  /** Paths as {@link RawPath} has them. */
  public List<String> files() {
    return files;
  }

  /** One of the values of {@link FileStats}. */
  public long stat(int file, int field) {
    return fileStats[file * FileStats.FIELDS + field];
  }

  public List<String> others() {
    return others;
  }

  public long otherStat(int other, int field) {
    return otherStats[other * FileStats.FIELDS + field];
  }

  /** Whether rules came through a link, so that the values here do not show their changes. */
  public boolean linkedRules() {
    return linkedRules;
  }

  public boolean isLink(int file) {
    return (stat(file, FileStats.MODE) & FileStats.TYPE) == FileStats.LINK;
  }

  public Path path(int file) {
    return RawPath.resolve(directory, files.get(file));
  }

  void addFile(String raw, long[] stats) {
    fileStats = put(fileStats, files.size(), stats);
    files.add(raw);
  }

  void addOther(String raw, long[] stats) {
    otherStats = put(otherStats, others.size(), stats);
    others.add(raw);
  }

  void linkRules() {
    linkedRules = true;
  }

  private static long[] put(long[] all, int index, long[] stats) {
    int at = index * FileStats.FIELDS;
    long[] room = at + FileStats.FIELDS <= all.length ? all : Arrays.copyOf(all, 2 * all.length);
    System.arraycopy(stats, 0, room, at, FileStats.FIELDS);
    return room;
  }
}
