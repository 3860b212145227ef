package io.polyplug.ainb.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * A folder that is held open. Names are looked up in it and never through a link, whatever happens
 * to the path that it was opened by. For one thread; whoever opened it closes it.
 */
sealed interface OpenFolder extends Closeable permits HeldFolder, NamedFolder {
  /** The folder at this path, which is trusted: links in it are followed. */
  // The folder that is returned owns the stream.
  @SuppressWarnings("StreamResourceLeak")
  static OpenFolder at(Path folder) throws IOException {
    requireFolder(Files.readAttributes(folder, BasicFileAttributes.class), folder);
    DirectoryStream<Path> stream = Files.newDirectoryStream(folder);
    return stream instanceof SecureDirectoryStream<Path> secure
        ? new HeldFolder(secure)
        : new NamedFolder(folder, stream);
  }

  /** Asked before each opening, since to open a pipe is to wait for somebody who writes to it. */
  static void requireFolder(BasicFileAttributes attributes, Path path) throws IOException {
    if (!attributes.isDirectory()) {
      throw new NotDirectoryException(path.toString());
    }
  }

  /** From a trusted folder down these names, none of which may be a link. */
  static OpenFolder walk(Path root, List<Path> names) throws IOException {
    OpenFolder folder = at(root);
    for (Path name : names) {
      try (OpenFolder above = folder) {
        folder = above.folder(name);
      }
    }
    return folder;
  }

  /** A folder in this one; stays open when this one is closed. */
  OpenFolder folder(Path name) throws IOException;

  /** Of the entry itself, also if it is a link. */
  BasicFileAttributes attributes(Path name) throws IOException;

  /** Opens a file that is no link. */
  SeekableByteChannel open(Path name, Set<? extends OpenOption> options) throws IOException;

  /** The names in it, each without a folder; may be asked for once. */
  Iterator<Path> names();

  /** Moves an entry in one step, in place of what has that name. Both must be of one kind. */
  void rename(Path name, OpenFolder into, Path newName) throws IOException;

  /** Deletes a file. */
  void deleteFile(Path name) throws IOException;

  /** Deletes a folder that is empty. */
  void deleteFolder(Path name) throws IOException;
}
