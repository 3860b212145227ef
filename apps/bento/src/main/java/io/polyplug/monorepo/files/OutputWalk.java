package io.polyplug.monorepo.files;

import io.polyplug.monorepo.WorkspaceProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds what globs of outputs match below a folder: regular files only, whatever ignore rules say.
 * A link is neither taken nor followed, so nothing outside of the folder is ever found.
 */
public final class OutputWalk {
  private final Path anchor;
  private final Globs globs;
  private final boolean enterAll;
  private final List<String> globTexts;
  // By path with a smallest separator, so that the order is that of the components.
  private final Map<String, OutputFile> found = new TreeMap<>();

  private OutputWalk(Path anchor, List<String> globs, boolean enterAll) throws WorkspaceProblem {
    this.anchor = anchor;
    this.globs = Globs.of(globs);
    this.globTexts = globs;
    this.enterAll = enterAll;
  }

  /**
   * What a bundle takes, sorted by path component. Folders of packages and of git are not entered
   * unless a glob names them.
   */
  public static List<OutputFile> bundle(Path anchor, List<String> globs) throws WorkspaceProblem {
    return new OutputWalk(anchor, globs, false).walk();
  }

  /** All that is there: names as they are, even of folders, and the files that globs match. */
  public static List<Path> artifacts(Path anchor, List<String> globs) throws WorkspaceProblem {
    Globs.of(globs);
    List<Path> paths = new ArrayList<>();
    for (String glob : globs) {
      if (Globs.isLiteral(glob)) {
        Path path = anchor.resolve(glob).normalize();
        if (!path.equals(anchor)
            && path.startsWith(anchor)
            && Files.exists(path, LinkOption.NOFOLLOW_LINKS)
            && !paths.contains(path)) {
          paths.add(path);
        }
      } else {
        for (OutputFile file : new OutputWalk(anchor, List.of(glob), true).walk()) {
          if (!paths.contains(file.file())) {
            paths.add(file.file());
          }
        }
      }
    }
    return paths;
  }

  private List<OutputFile> walk() throws WorkspaceProblem {
    try (FileStats stats = FileStats.portable(anchor)) {
      List<String> starts = new ArrayList<>();
      for (String glob : globTexts) {
        String start = start(glob);
        if (!starts.contains(start)) {
          starts.add(start);
          enter(start, stats);
        }
      }
    }
    return List.copyOf(found.values());
  }

  /** Begins at a path without wildcards, if no link is on the way to it. */
  private void enter(String start, FileStats stats) throws WorkspaceProblem {
    long[] values = new long[FileStats.FIELDS];
    for (int slash = start.indexOf('/'); slash >= 0; slash = start.indexOf('/', slash + 1)) {
      if (!read(start.substring(0, slash), stats, values) || type(values) != FileStats.FOLDER) {
        return;
      }
    }
    if (start.isEmpty()) {
      folder("", stats);
    } else {
      entry(start, stats, values);
    }
  }

  private void entry(String path, FileStats stats, long[] values) throws WorkspaceProblem {
    if (!read(path, stats, values)) {
      return;
    }
    if (type(values) == FileStats.FOLDER) {
      String name = path.substring(path.lastIndexOf('/') + 1);
      if (enterAll || !skipped(name)) {
        folder(path + "/", stats);
      }
    } else if (type(values) == FileStats.REGULAR) {
      String text = RawPath.text(path);
      if (globs.matches(text)) {
        found.put(
            path.replace('/', '\0'),
            new OutputFile(
                text,
                RawPath.resolve(anchor, path),
                values[FileStats.SIZE],
                (int) values[FileStats.MODE] & 0xFFF));
      }
    }
  }

  private void folder(String prefix, FileStats stats) throws WorkspaceProblem {
    Path folder = prefix.isEmpty() ? anchor : RawPath.resolve(anchor, prefix);
    long[] values = new long[FileStats.FIELDS];
    for (String name : FolderNames.read(folder)) {
      entry(prefix + name, stats, values);
    }
  }

  private boolean read(String path, FileStats stats, long[] values) throws WorkspaceProblem {
    try {
      return stats.read(path, values, 0);
    } catch (IOException e) {
      throw Unreadable.file(RawPath.resolve(anchor, path), e);
    }
  }

  private boolean skipped(String name) {
    if (!name.equals("node_modules") && !name.equals(".git") && !name.equals("target")) {
      return false;
    }
    for (String glob : globTexts) {
      if (("/" + glob + "/").contains("/" + name + "/")) {
        return false;
      }
    }
    return true;
  }

  /** The part of a glob before its first wildcard, up to a slash; nothing if it leads elsewhere. */
  private static String start(String glob) {
    String literal = Globs.literalPrefix(glob);
    for (String part : literal.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        return "";
      }
    }
    return RawPath.ofText(literal);
  }

  private static int type(long[] values) {
    return (int) values[FileStats.MODE] & FileStats.TYPE;
  }
}
