package io.polyplug.bab;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Copies and deletes folders, never through a link. */
final class PluginCopy {
  private static final int MAX_FILES = 20_000;
  private static final long MAX_BYTES = 512L << 20;

  private PluginCopy() {}

  /** Copies a folder to one that does not exist: links stay links, git's own files are left out. */
  static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(from, new Copying(from, to));
  }

  private static final class Copying extends SimpleFileVisitor<Path> {
    private final Path from;
    private final Path to;
    private int files;
    private long bytes;

    Copying(Path from, Path to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      if (folder.equals(from.resolve(".git"))) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      Files.createDirectory(to.resolve(from.relativize(folder)));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      bytes += attributes.size();
      files++;
      if (files > MAX_FILES || bytes > MAX_BYTES) {
        throw new IOException(
            "a plugin may have at most " + MAX_FILES + " files and " + MAX_BYTES + " bytes");
      }
      if (!file.equals(from.resolve(".git"))) {
        Files.copy(
            file,
            to.resolve(from.relativize(file)),
            LinkOption.NOFOLLOW_LINKS,
            StandardCopyOption.COPY_ATTRIBUTES);
      }
      return FileVisitResult.CONTINUE;
    }
  }

  /** Deletes what is there; nothing if there is nothing. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException problem)
              throws IOException {
            if (problem != null) {
              throw problem;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
