package io.polyplug.ainb.files;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

/** A folder held by its descriptor: no race can lead it elsewhere. */
record HeldFolder(SecureDirectoryStream<Path> stream) implements OpenFolder {
  @Override
  public OpenFolder folder(Path name) throws IOException {
    OpenFolder.requireFolder(attributes(name), name);
    return new HeldFolder(stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
  }

  @Override
  public BasicFileAttributes attributes(Path name) throws IOException {
    return stream
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  @Override
  public SeekableByteChannel open(Path name, Set<? extends OpenOption> options) throws IOException {
    Set<OpenOption> noLink = new HashSet<>(options);
    noLink.add(LinkOption.NOFOLLOW_LINKS);
    return stream.newByteChannel(name, noLink);
  }

  @Override
  public Iterator<Path> names() throws DirectoryIteratorException {
    return new FileNames(stream.iterator());
  }

  @Override
  public void rename(Path name, OpenFolder into, Path newName) throws IOException {
    stream.move(name, ((HeldFolder) into).stream, newName);
  }

  @Override
  public void deleteFile(Path name) throws IOException {
    stream.deleteFile(name);
  }

  @Override
  public void deleteFolder(Path name) throws IOException {
    stream.deleteDirectory(name);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
