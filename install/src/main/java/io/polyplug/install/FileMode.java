package io.polyplug.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Permissions as the nine bits that archives have. Nothing beyond them is ever set. */
final class FileMode {
  private static final int OWNER = 0600;
  private static final int OWNERS = 0700;
  private static final int EXECUTE = 0111;
  private static final int ALL = 0777;
  private static final List<PosixFilePermission> FROM_HIGHEST =
      List.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE,
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE,
          PosixFilePermission.OTHERS_EXECUTE);

  private FileMode() {}

  static int of(Path file) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    int mode = 0;
    for (PosixFilePermission permission : FROM_HIGHEST) {
      mode = (mode << 1) | (permissions.contains(permission) ? 1 : 0);
    }
    return mode;
  }

  /**
   * Gives a file the bits of an archive; none mean those that new files have. The owner can always
   * read and replace what is his.
   *
   * @param allowed the bits of a new folder: a user who keeps others out keeps them out of plugins
   */
  static void set(Path file, int mode, int allowed) throws IOException {
    if ((mode & ALL) == 0) {
      return;
    }
    int kept = (mode & (allowed | OWNERS) & ALL) | OWNER;
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    int bit = 0400;
    for (PosixFilePermission permission : FROM_HIGHEST) {
      if ((kept & bit) != 0) {
        permissions.add(permission);
      }
      bit >>= 1;
    }
    Files.setPosixFilePermissions(file, permissions);
  }

  static void addExecute(Path file, int allowed) throws IOException {
    set(file, of(file) | EXECUTE, allowed);
  }
}
