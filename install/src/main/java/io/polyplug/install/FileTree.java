package io.polyplug.install;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
    } catch (UncheckedIOException e) {
      throw e.getCause() == null ? new IOException(e) : e.getCause();
    }
  }

  /**
   * Deletes all of it; a link is deleted, not what it leads to. Harmless if nothing is there. What
   * cannot be deleted stays, the rest goes, and the first such thing is thrown in the end.
   */
  static void delete(Path path) throws IOException {
    if (!exists(path)) {
      return;
    }
    Deletion deletion = new Deletion();
    Files.walkFileTree(path, deletion);
    if (deletion.first != null) {
      throw deletion.first;
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    private @Nullable IOException first;

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      trying(() -> openUp(folder));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      trying(() -> Files.deleteIfExists(file));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException problem) {
      if (!(problem instanceof NoSuchFileException)) {
        trying(
            () -> {
              // A folder that may not be read: it is opened, and looked into once more.
              if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) && openUp(file)) {
                delete(file);
              } else {
                throw problem;
              }
            });
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem) {
      trying(
          () -> {
            if (problem != null) {
              throw problem;
            }
            Files.deleteIfExists(folder);
          });
      return FileVisitResult.CONTINUE;
    }

    private interface Step {
      void run() throws IOException;
    }

    private void trying(Step step) {
      try {
        step.run();
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
  }

  /** Lets a folder of ours be renamed into another one, for which it must be writable itself. */
  static void makeMovable(Path folder) throws IOException {
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && !Files.isWritable(folder)) {
      Set<PosixFilePermission> permissions = new HashSet<>(Files.getPosixFilePermissions(folder));
      permissions.add(PosixFilePermission.OWNER_WRITE);
      Files.setPosixFilePermissions(folder, permissions);
      if (!Files.isWritable(folder)) {
        throw new AccessDeniedException(folder.toString());
      }
    }
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
