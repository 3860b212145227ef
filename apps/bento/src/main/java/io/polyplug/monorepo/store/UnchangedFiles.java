package io.polyplug.monorepo.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;

/**
 * Spares writing what is there already, which is the usual hit: to make a file can take many times
 * as long as to compare one. For one thread.
 */
final class UnchangedFiles {
  private static final int CHUNK = 64 * 1024;

  private final FileTime now;
  private final ByteBuffer one = ByteBuffer.allocateDirect(CHUNK);
  private final ByteBuffer other = ByteBuffer.allocateDirect(CHUNK);

  UnchangedFiles(FileTime now) {
    this.now = now;
  }

  /** Gives the file the current time if it is as the entry would make it; false if it is not. */
  boolean touch(TargetFolder folder, Path name, TarEntry entry, FileChannel tar)
      throws ClosedChannelException {
    PosixFileAttributeView view = folder.view(name);
    try {
      if (!isAlike(view.readAttributes(), entry) || !isSame(folder, name, entry, tar)) {
        return false;
      }
      view.setTimes(now, null, null);
      return true;
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException e) {
      // Mostly it is not there. If it is not ours to read or to touch, writing it anew tells.
      return false;
    }
  }

  private static boolean isAlike(PosixFileAttributes found, TarEntry entry) {
    int execute = FileModes.bit(PosixFilePermission.OWNER_EXECUTE);
    boolean executable = found.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
    return found.isRegularFile()
        && found.size() == entry.size()
        && executable == ((entry.mode() & execute) != 0);
  }

  private boolean isSame(TargetFolder folder, Path name, TarEntry entry, FileChannel tar)
      throws IOException {
    try (SeekableByteChannel file = folder.read(name)) {
      long at = 0;
      while (at < entry.size()) {
        int part = (int) Math.min(CHUNK, entry.size() - at);
        one.clear().limit(part);
        other.clear().limit(part);
        while (one.hasRemaining() && file.read(one) >= 0) {}
        while (other.hasRemaining()
            && tar.read(other, entry.offset() + at + other.position()) >= 0) {}
        if (one.hasRemaining() || other.hasRemaining() || !one.flip().equals(other.flip())) {
          return false;
        }
        at += part;
      }
      return true;
    }
  }
}
