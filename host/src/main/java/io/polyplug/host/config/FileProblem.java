package io.polyplug.host.config;

import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Why a file could not be read, in words: the exceptions of the JDK often just repeat its name. */
public final class FileProblem {
  private FileProblem() {}

  /** The reason alone, safe to show. */
  public static String of(IOException problem, Path file) {
    return switch (problem) {
      case NoSuchFileException _ ->
          Files.isSymbolicLink(file) ? "a link to nothing" : "no such file";
      case AccessDeniedException _ -> "permission denied";
      case CharacterCodingException _ -> "not UTF-8 text";
      case FileSystemException other when other.getReason() != null ->
          UntrustedText.escape(other.getReason());
      default -> UntrustedText.escape(String.valueOf(problem.getMessage()));
    };
  }
}
