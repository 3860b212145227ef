package io.polyplug.ainb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Makes plugin folders for tests. */
final class PluginOnDisk {
  private PluginOnDisk() {}

  /** The least manifest of a name. */
  static String manifest(String name) {
    return "[plugin]\nname = \"" + name + "\"\nversion = \"1.4.0\"\nabi_version = 2\n";
  }

  /** A folder with a manifest that ends with these lines, and a program. */
  static Path write(Path root, String name, String more) throws IOException {
    Path folder = Files.createDirectories(root.resolve(name));
    Files.writeString(folder.resolve("manifest.toml"), manifest(name) + more);
    program(folder.resolve(name));
    return folder;
  }

  static void program(Path file) throws IOException {
    Files.writeString(file, "#!/bin/sh\nexit 0\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
