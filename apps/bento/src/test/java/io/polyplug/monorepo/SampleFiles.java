package io.polyplug.monorepo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes the files that a test is about, below one folder. */
public record SampleFiles(Path root) {
  public SampleFiles write(String path, String... lines) {
    Path file = root.resolve(path);
    try {
      Files.createDirectories(file.resolveSibling("x").getParent());
      Files.writeString(file, lines.length == 0 ? "" : String.join("\n", lines) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** A shell script that can be executed. */
  public SampleFiles script(String path, String... lines) {
    write(path, "#!/bin/sh\n" + String.join("\n", lines));
    try {
      Files.setPosixFilePermissions(
          root.resolve(path), PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  public SampleFiles folder(String path) {
    try {
      Files.createDirectories(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  public SampleFiles delete(String path) {
    try {
      Files.delete(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  public Path at(String path) {
    return root.resolve(path);
  }

  public String read(String path) {
    try {
      return Files.readString(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
