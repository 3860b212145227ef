package io.polyplug.ainb.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/** Why a file could not be used, in words that name no path. */
final class Reasons {
  private Reasons() {}

  static String of(IOException failure) {
    return switch (failure) {
      case NoSuchFileException missing -> "no such file or folder";
      case AccessDeniedException closed -> "permission denied";
      case NotDirectoryException file -> "not a folder";
      case FileSystemException other -> Objects.requireNonNullElse(other.getReason(), "failed");
      default -> Objects.requireNonNullElse(failure.getMessage(), "failed");
    };
  }
}
