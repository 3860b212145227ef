package io.polyplug.monorepo.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Set;

/**
 * A folder that files are put into, in place of whatever has their names, and never through a link.
 * For one thread; whoever opened it closes it.
 */
sealed interface TargetFolder extends Closeable {
  /** A new file, also where there was one. */
  SeekableByteChannel create(Path name, int mode) throws IOException;

  /** From a root that is no link down names of which none may be one. */
  // The folder that is returned owns the stream.
  @SuppressWarnings("StreamResourceLeak")
  static TargetFolder open(Path root, Path below) throws IOException {
    DirectoryStream<Path> stream = Files.newDirectoryStream(root);
    if (!(stream instanceof SecureDirectoryStream<Path> held)) {
      stream.close();
      return new Named(root.resolve(below));
    }
    if (below.toString().isEmpty()) {
      return new Held(held);
    }
    for (Path name : below) {
      try (SecureDirectoryStream<Path> above = held) {
        held = above.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
      }
    }
    return new Held(held);
  }

  /** A view of an entry itself, also if it is a link. */
  PosixFileAttributeView view(Path name);

  /** Opens a file that is no link. */
  SeekableByteChannel read(Path name) throws IOException;

  /** Held by its descriptor: no race can lead it elsewhere. */
  record Held(SecureDirectoryStream<Path> stream) implements TargetFolder {
    private static final Set<OpenOption> NEW =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> READ =
        Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

    @Override
    public SeekableByteChannel create(Path name, int mode) throws IOException {
      try {
        return stream.newByteChannel(name, NEW, FileModes.attribute(mode));
      } catch (FileAlreadyExistsException e) {
        // Not written over: it may be a link, shared with another name, or running.
        stream.deleteFile(name);
        return stream.newByteChannel(name, NEW, FileModes.attribute(mode));
      }
    }

    @Override
    public PosixFileAttributeView view(Path name) {
      return stream.getFileAttributeView(
          name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public SeekableByteChannel read(Path name) throws IOException {
      return stream.newByteChannel(name, READ);
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }

  /** Where the system cannot hold folders. */
  record Named(Path folder) implements TargetFolder {
    @Override
    public SeekableByteChannel create(Path name, int mode) throws IOException {
      Path file = folder.resolve(name);
      try {
        return Files.newByteChannel(file, Held.NEW, FileModes.attribute(mode));
      } catch (FileAlreadyExistsException e) {
        Files.delete(file);
        return Files.newByteChannel(file, Held.NEW, FileModes.attribute(mode));
      }
    }

    @Override
    public PosixFileAttributeView view(Path name) {
      return Files.getFileAttributeView(
          folder.resolve(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public SeekableByteChannel read(Path name) throws IOException {
      return Files.newByteChannel(folder.resolve(name), Held.READ);
    }

    @Override
    public void close() {}
  }
}
