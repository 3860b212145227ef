package io.polyplug.monorepo.files;

import java.io.IOException;
import java.nio.file.Path;

/**
 * What the file system says of the files under one directory, links not followed. For one thread;
 * closed by whoever opened it.
 */
public interface FileStats extends AutoCloseable {
  int SIZE = 0;
  int MODIFIED = 1;
  int CHANGED = 2;
  int INODE = 3;
  int MODE = 4;

  /** How many values there are for a file. Times are nanoseconds since 1970. */
  int FIELDS = 5;

  /** From how many files on the start of the native way pays. */
  int WORTH_LINKING = 10_000;

  int TYPE = 0xF000;
  int FOLDER = 0x4000;
  int REGULAR = 0x8000;
  int LINK = 0xA000;

  /**
   * Fills in the values of a file.
   *
   * @param raw its path relative to the directory; empty for the directory itself
   * @return false if nothing is there
   */
  boolean read(String raw, long[] into, int at) throws IOException;

  /**
   * Reads many files.
   *
   * @param paths each with a zero byte after it, as the file system knows them
   */
  void readAll(byte[] paths, int from, int length, Stats to) throws IOException;

  @Override
  void close();

  /** Takes the values of one file after another. */
  interface Stats {
    /**
     * Called for every path in order.
     *
     * @param values lent; not set if nothing is there
     */
    void add(boolean there, long[] values);
  }

  /**
   * The quicker way for a number of files that is about known.
   *
   * @param files in this directory and all others of the command together
   */
  static FileStats open(Path directory, int files) {
    FileStats stats = files < WORTH_LINKING ? null : NativeStats.open(directory);
    return stats == null ? portable(directory) : stats;
  }

  /** The quicker way if somebody uses it already, so that nobody waits for its start. */
  static FileStats ready(Path directory) {
    FileStats stats = NativeStats.isLinked() ? NativeStats.open(directory) : null;
    return stats == null ? portable(directory) : stats;
  }

  /** Works everywhere. */
  static FileStats portable(Path directory) {
    return new PortableStats(directory);
  }
}
