package io.polyplug.bento;

import io.polyplug.base.UntrustedText;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bento.protocol.LogLevel;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the plugins on a path (section 3). Starts nothing. */
final class AdapterSearch {
  private static final String WINDOWS_SUFFIX = ".exe";

  private final AdapterSettings settings;
  private final Set<String> taken = new HashSet<>();
  private final List<AdapterCandidate> found = new ArrayList<>();

  private AdapterSearch(AdapterSettings settings) {
    this.settings = settings;
  }

  /** Those to start, in the order of the path and of file names within an entry. */
  static List<AdapterCandidate> run(AdapterSettings settings) {
    AdapterSearch search = new AdapterSearch(settings);
    String path = settings.path().orElse("");
    int from = 0;
    while (from < path.length()) {
      int colon = path.indexOf(File.pathSeparatorChar, from);
      int to = colon < 0 ? path.length() : colon;
      if (to > from) {
        search.entry(path.substring(from, to));
      }
      from = to + 1;
    }
    return search.found;
  }

  private void entry(String entry) {
    try {
      Path shown = Path.of(entry);
      Path folder = settings.folder().resolve(shown);
      for (String name : namesIn(folder)) {
        String id = id(name);
        Path program = folder.resolve(name);
        if (id != null && isProgram(program)) {
          consider(new AdapterCandidate(id, shown.resolve(name), program));
        }
      }
    } catch (InvalidPathException e) {
      // No directory has such a name.
    }
  }

  /** Only the few that matter are sorted: an entry may hold thousands. */
  static List<String> namesIn(Path folder) {
    String[] all = folder.toFile().list();
    List<String> names = new ArrayList<>();
    if (all != null) {
      for (String name : all) {
        if (name.startsWith(BentoProtocol.FILE_PREFIX)) {
          names.add(name);
        }
      }
      names.sort(null);
    }
    return names;
  }

  /** The id of a file with the prefix; null if there is none. */
  static @Nullable String id(String fileName) {
    int end = fileName.length();
    if (fileName.endsWith(WINDOWS_SUFFIX)) {
      end -= WINDOWS_SUFFIX.length();
    }
    int from = BentoProtocol.FILE_PREFIX.length();
    return end > from ? fileName.substring(from, end) : null;
  }

  static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  private void consider(AdapterCandidate candidate) {
    String id = candidate.id();
    Optional<List<String>> allowed = settings.allowlist();
    if (settings.disable().contains(id)) {
      log(LogLevel.DEBUG, candidate, "is disabled");
    } else if (allowed.isPresent() && !allowed.get().contains(id)) {
      log(LogLevel.DEBUG, candidate, "is not in the allowlist");
    } else if (!taken.add(id)) {
      log(LogLevel.WARN, candidate, "is skipped: an earlier entry of PATH has the same id");
    } else {
      found.add(candidate);
    }
  }

  private void log(LogLevel level, AdapterCandidate candidate, String what) {
    String id = UntrustedText.excerpt(candidate.id(), 80);
    String where = UntrustedText.escape(candidate.shown().toString());
    settings.log().line(level, id, "plugin " + id + " at " + where + " " + what);
  }
}
