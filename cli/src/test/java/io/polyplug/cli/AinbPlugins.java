package io.polyplug.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProgramLookup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/** Plugins of the contract ainb in a folder, all the same program under different names. */
record AinbPlugins(Path root) {
  /** What the manifest of most of them says beside who they are. */
  static final String PROVIDES =
      """
      [capabilities]
      event_bus = true
      [provides]
      screens = ["now", "later"]
      cli_namespaces = ["weather", "render"]
      """;

  AinbPlugins {
    try {
      ProgramLookup.ofHost().find("python3");
    } catch (LaunchFailure e) {
      assumeTrue(false, "python3 is not installed");
    }
  }

  AinbPlugins add(String name, String tables) throws IOException {
    Path folder = Files.createDirectories(root.resolve(name));
    Files.writeString(
        folder.resolve("manifest.toml"),
        """
        [plugin]
        name = "%s"
        version = "1.0.0"
        abi_version = 2
        %s
        """
            .formatted(name, tables));
    Path program = folder.resolve(name);
    try (InputStream script = AinbPlugins.class.getResourceAsStream("weather.py")) {
      Files.write(program, Objects.requireNonNull(script).readAllBytes());
    }
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return this;
  }
}
