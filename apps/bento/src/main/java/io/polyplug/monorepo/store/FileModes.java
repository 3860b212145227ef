package io.polyplug.monorepo.store;

import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Permission bits as numbers and as the JDK's sets. Pure functions. */
final class FileModes {
  private FileModes() {}

  static int bit(PosixFilePermission permission) {
    return switch (permission) {
      case OWNER_READ -> 0400;
      case OWNER_WRITE -> 0200;
      case OWNER_EXECUTE -> 0100;
      case GROUP_READ -> 040;
      case GROUP_WRITE -> 020;
      case GROUP_EXECUTE -> 010;
      case OTHERS_READ -> 04;
      case OTHERS_WRITE -> 02;
      case OTHERS_EXECUTE -> 01;
    };
  }

  static FileAttribute<Set<PosixFilePermission>> attribute(int mode) {
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (PosixFilePermission permission : PosixFilePermission.values()) {
      if ((mode & bit(permission)) != 0) {
        permissions.add(permission);
      }
    }
    return PosixFilePermissions.asFileAttribute(permissions);
  }
}
