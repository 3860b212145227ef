package io.polyplug.monorepo.files;

import io.polyplug.monorepo.WorkspaceProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The ignore rules of folders that dishes lie in, up to the root of the file system. Reads a file
 * once, at its first use. Safe from any thread.
 */
public final class ParentRules {
  private final Map<Path, IgnoreRules> known = new ConcurrentHashMap<>();

  /** The rules that hold for the entries of a folder, null being what is above the root. */
  public IgnoreRules of(@Nullable Path folder) throws WorkspaceProblem {
    if (folder == null) {
      return IgnoreRules.NONE;
    }
    IgnoreRules rules = known.get(folder);
    if (rules == null) {
      String raw = RawPath.ofPath(folder);
      int base = raw.length() + (raw.endsWith("/") ? 0 : 1);
      rules = read(of(folder.getParent()), folder, base);
      known.put(folder, rules);
    }
    return rules;
  }

  /** The rules of a folder, whose absolute path with a slash has the length {@code base}. */
  static IgnoreRules read(IgnoreRules above, Path folder, int base) throws WorkspaceProblem {
    return above.with(base, content(folder, 0), content(folder, 1));
  }

  private static @Nullable String content(Path folder, int kind) throws WorkspaceProblem {
    Path file = folder.resolve(IgnoreRules.FILES[kind]);
    try {
      return IgnoreFile.read(file);
    } catch (IOException e) {
      throw Unreadable.file(file, e);
    }
  }
}
