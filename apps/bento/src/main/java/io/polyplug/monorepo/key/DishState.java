package io.polyplug.monorepo.key;

import io.polyplug.monorepo.files.DishFiles;
import io.polyplug.monorepo.files.FileStats;
import io.polyplug.monorepo.files.RawPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the file system says of all that decides about a dish, as one digest. */
final class DishState implements FileStats.Stats {
  private final Mix mix = new Mix();

  private DishState(Mix.Digest above, int count) {
    mix.add(above);
    mix.add(count);
  }

  /** Now, for the paths that are remembered; null if it cannot be told. */
  static Mix.@Nullable Digest of(DishMemory memory, Mix.Digest above, FileStats stats) {
    DishState state = new DishState(above, memory.count());
    try {
      stats.readAll(memory.paths(), memory.from(), memory.length(), state);
    } catch (IOException e) {
      return null;
    }
    return state.mix.digest();
  }

  /** As a walk saw it. */
  static Mix.Digest of(DishFiles files, Mix.Digest above) {
    int others = files.others().size();
    DishState state = new DishState(above, others + files.files().size());
    long[] values = new long[FileStats.FIELDS];
    for (int i = 0; i < others; i++) {
      for (int field = 0; field < FileStats.FIELDS; field++) {
        values[field] = files.otherStat(i, field);
      }
      state.add(true, values);
    }
    for (int i = 0; i < files.files().size(); i++) {
      for (int field = 0; field < FileStats.FIELDS; field++) {
        values[field] = files.stat(i, field);
      }
      state.add(true, values);
    }
    return state.mix.digest();
  }

  /** The paths that a memory needs, in the order of the digest. */
  static byte[] paths(DishFiles files) {
    ByteArrayOutputStream paths = new ByteArrayOutputStream(4096);
    write(files.others(), paths);
    write(files.files(), paths);
    return paths.toByteArray();
  }

  /** Whether nothing that a walk saw can change without showing in the digest. */
  static boolean isSettled(DishFiles files, Moment moment) {
    if (files.linkedRules()) {
      return false;
    }
    for (int i = 0; i < files.others().size(); i++) {
      if (!moment.isClearlyAfter(files.otherStat(i, FileStats.MODIFIED))
          || !moment.isClearlyAfter(files.otherStat(i, FileStats.CHANGED))) {
        return false;
      }
    }
    for (int i = 0; i < files.files().size(); i++) {
      if (!moment.isClearlyAfter(files.stat(i, FileStats.MODIFIED))
          || !moment.isClearlyAfter(files.stat(i, FileStats.CHANGED))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void add(boolean there, long[] values) {
    if (!there) {
      mix.add(0);
      return;
    }
    mix.add(1);
    for (int field = 0; field < FileStats.FIELDS; field++) {
      mix.add(values[field]);
    }
  }

  private static void write(List<String> raw, ByteArrayOutputStream to) {
    for (int i = 0; i < raw.size(); i++) {
      to.writeBytes(RawPath.bytes(raw.get(i)));
      to.write(0);
    }
  }
}
