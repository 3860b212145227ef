package io.polyplug.install;

import io.polyplug.host.config.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Copies a folder by the rules that hold for archives: no links, no special files, bounded. */
final class FolderCopy {
  private FolderCopy() {}

  static void copy(Path source, PackageWriter writer) throws IOException {
    Files.walkFileTree(
        source,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            writer.folder(path(source, folder));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            EntryPath path = path(source, file);
            if (!attributes.isRegularFile()) {
              throw new BadPackage(
                  "\"%s\" is %s, and only files and folders are installed"
                      .formatted(
                          BadPackage.shown(path.toString()),
                          attributes.isSymbolicLink() ? "a link" : "a special file"));
            }
            try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
              writer.file(path, FileMode.of(file), in, Long.MAX_VALUE);
            } catch (BadPackage | WriteProblem e) {
              throw e;
            } catch (IOException e) {
              throw unreadable(source, file, e);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException problem)
              throws IOException {
            throw unreadable(source, file, problem);
          }
        });
  }

  private static BadPackage unreadable(Path source, Path file, IOException problem) {
    return new BadPackage(
        "its \"%s\" cannot be read: %s"
            .formatted(
                BadPackage.shown(source.relativize(file).toString()),
                FileProblem.of(problem, file)));
  }

  private static EntryPath path(Path source, Path inside) throws BadPackage {
    return EntryPath.of(source.relativize(inside).toString());
  }
}
