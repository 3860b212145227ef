package io.polyplug.monorepo.key;

import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.files.FileStats;
import io.polyplug.monorepo.files.IgnoreRules;
import io.polyplug.monorepo.files.Unreadable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the file system says of the ignore files above dishes, present or not. Asks once for a
 * folder. Safe from any thread.
 */
final class ParentStats {
  private final Moment opened;
  private final Map<Path, Seen> known = new ConcurrentHashMap<>();

  ParentStats(Moment opened) {
    this.opened = opened;
  }

  /**
   * What was seen in a folder and all above it.
   *
   * @param settled whether nothing seen can change unnoticed
   */
  record Seen(Mix.Digest digest, boolean settled) {}

  Seen of(@Nullable Path folder) throws WorkspaceProblem {
    if (folder == null) {
      return new Seen(new Mix.Digest(0, 0), true);
    }
    Seen seen = known.get(folder);
    if (seen == null) {
      seen = look(of(folder.getParent()), folder);
      known.put(folder, seen);
    }
    return seen;
  }

  private Seen look(Seen above, Path folder) throws WorkspaceProblem {
    Mix mix = new Mix();
    mix.add(above.digest());
    boolean settled = above.settled();
    long[] values = new long[FileStats.FIELDS];
    try (FileStats stats = FileStats.portable(folder)) {
      for (String name : IgnoreRules.fileNames()) {
        boolean there = stats.read(name, values, 0);
        mix.add(there ? 1 : 0);
        if (there) {
          for (long value : values) {
            mix.add(value);
          }
          int type = (int) values[FileStats.MODE] & FileStats.TYPE;
          settled &=
              type != FileStats.LINK
                  && opened.isClearlyAfter(values[FileStats.MODIFIED])
                  && opened.isClearlyAfter(values[FileStats.CHANGED]);
        }
      }
    } catch (IOException e) {
      throw Unreadable.folder(folder, e);
    }
    return new Seen(mix.digest(), settled);
  }
}
