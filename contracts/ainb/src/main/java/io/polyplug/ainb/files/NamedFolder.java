package io.polyplug.ainb.files;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

/**
 * A folder known by its path, where the system cannot hold one by its descriptor: before and after
 * each step the path must still lead to itself, which finds a link that was put in and left.
 */
record NamedFolder(Path folder, DirectoryStream<Path> stream) implements OpenFolder {
  // The folder that is returned owns the stream.
  @SuppressWarnings("StreamResourceLeak")
  @Override
  public OpenFolder folder(Path name) throws IOException {
    Path path = folder.resolve(name);
    OpenFolder.requireFolder(attributes(name), name);
    NamedFolder below = new NamedFolder(path, Files.newDirectoryStream(path));
    try {
      below.check();
    } catch (IOException moved) {
      below.close();
      throw moved;
    }
    return below;
  }

  private void check() throws IOException {
    if (!RealPath.of(folder).equals(folder)) {
      throw new FileSystemException(folder.toString(), null, "changed while it was opened");
    }
  }

  @Override
  public BasicFileAttributes attributes(Path name) throws IOException {
    check();
    return Files.readAttributes(
        folder.resolve(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public SeekableByteChannel open(Path name, Set<? extends OpenOption> options) throws IOException {
    check();
    Set<OpenOption> noLink = new HashSet<>(options);
    noLink.add(LinkOption.NOFOLLOW_LINKS);
    SeekableByteChannel channel = Files.newByteChannel(folder.resolve(name), noLink);
    try {
      check();
    } catch (IOException moved) {
      channel.close();
      throw moved;
    }
    return channel;
  }

  @Override
  public Iterator<Path> names() {
    return new FileNames(stream.iterator());
  }

  @Override
  public void rename(Path name, OpenFolder into, Path newName) throws IOException {
    NamedFolder other = (NamedFolder) into;
    check();
    other.check();
    Files.move(folder.resolve(name), other.folder.resolve(newName), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void deleteFile(Path name) throws IOException {
    check();
    Files.delete(folder.resolve(name));
  }

  @Override
  public void deleteFolder(Path name) throws IOException {
    deleteFile(name);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
