package io.polyplug.monorepo.key;

import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.files.DishFiles;
import io.polyplug.monorepo.files.FileStats;
import io.polyplug.monorepo.files.Globs;
import io.polyplug.monorepo.files.RawPath;
import java.util.BitSet;
import java.util.List;

/** The files of a dish that one request is about. */
final class Selection {
  private final DishFiles files;
  private final BitSet chosen;

  private Selection(DishFiles files, BitSet chosen) {
    this.files = files;
    this.chosen = chosen;
  }

  static Selection of(DishFiles files, HashRequest request) throws WorkspaceProblem {
    Globs wanted = Globs.of(request.inputs());
    Globs unwanted = Globs.of(request.outputs(), request.derived());
    List<String> paths = files.files();
    BitSet chosen = new BitSet(paths.size());
    if (!wanted.isEmpty()) {
      for (int i = 0; i < paths.size(); i++) {
        String path = RawPath.text(paths.get(i));
        if (wanted.matches(path) && !unwanted.matches(path)) {
          chosen.set(i);
        }
      }
    }
    return new Selection(files, chosen);
  }

  boolean has(int file) {
    return chosen.get(file);
  }

  /** Whether all of it is clearly older than a moment. */
  boolean settledBefore(Moment moment) {
    for (int i = chosen.nextSetBit(0); i >= 0; i = chosen.nextSetBit(i + 1)) {
      if (!moment.isClearlyAfter(files.stat(i, FileStats.MODIFIED))
          || !moment.isClearlyAfter(files.stat(i, FileStats.CHANGED))) {
        return false;
      }
    }
    return true;
  }

  /** The paths in their order and what the file system says of each. */
  void describe(Mix mix) {
    mix.add(chosen.cardinality());
    for (int i = chosen.nextSetBit(0); i >= 0; i = chosen.nextSetBit(i + 1)) {
      mix.add(files.files().get(i));
      for (int field = 0; field < FileStats.FIELDS; field++) {
        mix.add(files.stat(i, field));
      }
    }
  }
}
