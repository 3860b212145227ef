package io.polyplug.install;

import io.polyplug.install.web.ContentDigest;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares the files of a package with what was noted of them. Reads, and changes nothing. */
final class FileChecks {
  /** More than anybody reads in a list of files that do no harm. */
  private static final int MAX_UNKNOWN = 1_000;

  private final Path folder;

  FileChecks(Path folder) {
    this.folder = folder;
  }

  /** How one file is. */
  enum State {
    /** Size and time are as noted. */
    UNTOUCHED,
    /** The time is another one, the content is the same. */
    TOUCHED,
    CHANGED,
    MISSING
  }

  /** How a file is, and what would be noted of it now. */
  record Look(State state, FileRecord now) {}

  /** Looks at size and time first, and at the content only if they differ. */
  Look quick(FileRecord file) throws IOException {
    return look(file, false);
  }

  /** Looks at the content whatever the time says. */
  Look thorough(FileRecord file) throws IOException {
    return look(file, true);
  }

  private Look look(FileRecord file, boolean always) throws IOException {
    Path path = folder.resolve(file.path());
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      return new Look(FileTree.exists(path) ? State.CHANGED : State.MISSING, file);
    }
    if (!attributes.isRegularFile() || attributes.size() != file.size()) {
      return new Look(State.CHANGED, file);
    }
    Instant modified = attributes.lastModifiedTime().toInstant();
    boolean untouched = modified.equals(file.modified());
    if (untouched && !always) {
      return new Look(State.UNTOUCHED, file);
    }
    if (!ContentDigest.sha256(path).hex().equals(file.sha256())) {
      return new Look(State.CHANGED, file);
    }
    // The time from before the content was read: what is written meanwhile is seen next time.
    return new Look(
        untouched ? State.UNTOUCHED : State.TOUCHED,
        new FileRecord(file.path(), file.size(), modified, file.sha256()));
  }

  /** Files that are there but were not installed, some of them if there are many. */
  List<String> unknown(LockEntry entry) throws IOException {
    Set<String> known = new HashSet<>();
    entry.files().forEach(file -> known.add(file.path()));
    List<String> unknown = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String path = folder.relativize(file).toString();
            if (!known.contains(path)) {
              unknown.add(path);
            }
            return unknown.size() < MAX_UNKNOWN
                ? FileVisitResult.CONTINUE
                : FileVisitResult.TERMINATE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException problem) {
            return FileVisitResult.CONTINUE;
          }
        });
    unknown.sort(null);
    return unknown;
  }

  /** The first file that keeps a plugin from being started. */
  record Fault(FileRecord file, State state) {}

  /** Looks at all files quickly; for those that were merely touched, adds what to note of them. */
  Optional<Fault> fault(LockEntry entry, Map<FileRecord, FileRecord> touched) throws IOException {
    for (FileRecord file : entry.files()) {
      Look look = quick(file);
      switch (look.state()) {
        case UNTOUCHED -> {}
        case TOUCHED -> touched.put(file, look.now());
        case CHANGED, MISSING -> {
          return Optional.of(new Fault(file, look.state()));
        }
      }
    }
    return Optional.empty();
  }
}
