package io.polyplug.monorepo.store;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A folder below which the files of a bundle are put. Links among the folders on the way are
 * followed as long as they stay below it. For one thread; whoever made it closes it.
 */
final class Anchor implements Closeable {
  private static final int SMALL = 64 * 1024;
  private static final Path HERE = Path.of("");
  // So that what was kept can be kept again.
  private static final int READABLE = 0400;

  private final Path root;
  private final UnchangedFiles unchanged;
  private final ByteBuffer small = ByteBuffer.allocateDirect(SMALL);
  private @Nullable Path lastParent;
  private @Nullable TargetFolder last;

  /** With the time that files get which need not be written. */
  Anchor(Path folder, Instant now) throws IOException {
    root = folder.toRealPath();
    unchanged = new UnchangedFiles(FileTime.from(now));
  }

  /** Puts a plain name there, with the bytes of an archive's entry. */
  void put(TarEntry entry, FileChannel tar) throws IOException, BadBundle {
    Path relative = RawName.path(entry.name());
    Path parent = relative.getParent();
    TargetFolder folder = folder(parent == null ? HERE : parent, entry);
    if (unchanged.touch(folder, relative.getFileName(), entry, tar)) {
      return;
    }
    try (SeekableByteChannel out = folder.create(relative.getFileName(), entry.mode() | READABLE)) {
      if (entry.size() <= small.capacity()) {
        copySmall(entry, tar, out);
      } else {
        copyLarge(entry, tar, out);
      }
    }
  }

  /** Cheaper than to ask the system, which needs its time to be asked for the first time too. */
  private void copySmall(TarEntry entry, FileChannel tar, SeekableByteChannel out)
      throws IOException {
    small.clear().limit((int) entry.size());
    while (small.hasRemaining()) {
      if (tar.read(small, entry.offset() + small.position()) < 0) {
        throw tooShort();
      }
    }
    small.flip();
    while (small.hasRemaining()) {
      out.write(small);
    }
  }

  private static void copyLarge(TarEntry entry, FileChannel tar, SeekableByteChannel out)
      throws IOException {
    long done = 0;
    while (done < entry.size()) {
      long copied = tar.transferTo(entry.offset() + done, entry.size() - done, out);
      if (copied <= 0) {
        throw tooShort();
      }
      done += copied;
    }
  }

  private static EOFException tooShort() {
    return new EOFException("the bundle became shorter while it was read");
  }

  private TargetFolder folder(Path parent, TarEntry entry) throws IOException, BadBundle {
    TargetFolder open = last;
    if (open != null && parent.equals(lastParent)) {
      return open;
    }
    close();
    Path real = realFolder(parent, entry);
    TargetFolder opened = TargetFolder.open(root, root.relativize(real));
    last = opened;
    lastParent = parent;
    return opened;
  }

  /** Where the parent really is, made if it is not there. */
  private Path realFolder(Path parent, TarEntry entry) throws IOException, BadBundle {
    Path at = root;
    if (parent.equals(HERE)) {
      return at;
    }
    for (Path name : parent) {
      at = step(at.resolve(name), entry);
    }
    return at;
  }

  private Path step(Path next, TarEntry entry) throws IOException, BadBundle {
    try {
      Files.createDirectory(next);
      return next;
    } catch (FileAlreadyExistsException e) {
      BasicFileAttributes found =
          Files.readAttributes(next, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (found.isSymbolicLink()) {
        return followed(next, entry);
      }
      if (!found.isDirectory()) {
        throw new NotDirectoryException(next.toString());
      }
      return next;
    }
  }

  private Path followed(Path link, TarEntry entry) throws IOException, BadBundle {
    Path target;
    try {
      target = link.toRealPath();
    } catch (NoSuchFileException e) {
      throw new BadBundle("the way to " + RawName.shown(entry.name()) + " leads over a dead link");
    }
    if (!target.startsWith(root)) {
      throw new BadBundle(
          "the way to " + RawName.shown(entry.name()) + " leads over a link to elsewhere");
    }
    if (!Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new NotDirectoryException(link.toString());
    }
    return target;
  }

  @Override
  public void close() throws IOException {
    TargetFolder open = last;
    last = null;
    lastParent = null;
    if (open != null) {
      open.close();
    }
  }
}
