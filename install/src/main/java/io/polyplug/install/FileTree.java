package io.polyplug.install;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whole folders. No link is ever followed. */
final class FileTree {
  private FileTree() {}

  /** Whether something is there, be it a link to nothing. */
  static boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** What is in a folder, in name order; nothing if there is none. */
  static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** Deletes all of it; a link is deleted, not what it leads to. Harmless if nothing is there. */
  static void delete(Path path) throws IOException {
    if (!exists(path)) {
      return;
    }
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            openUp(folder);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException problem)
              throws IOException {
            // A folder that may not be read: it is opened, and looked into once more.
            if (problem instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) && openUp(file)) {
              delete(file);
              return FileVisitResult.CONTINUE;
            }
            throw problem;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem)
              throws IOException {
            if (problem != null) {
              throw problem;
            }
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Whether it had to be made accessible, and could. */
  private static boolean openUp(Path folder) throws IOException {
    if (Files.isReadable(folder) && Files.isWritable(folder) && Files.isExecutable(folder)) {
      return false;
    }
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    return true;
  }
}
