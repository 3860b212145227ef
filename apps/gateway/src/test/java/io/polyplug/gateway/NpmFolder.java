package io.polyplug.gateway;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Programs of others that come with npm, in a folder that the environment names. */
final class NpmFolder {
  static final String NODE = "node/bin/node";
  static final String CONFORMANCE = "@modelcontextprotocol/conformance/dist/index.js";

  private static final String NAME = "POLYPLUG_NPM";

  private NpmFolder() {}

  /** Skips the test, by name, if one of these is not there. */
  static void assumeInstalled(String... programs) {
    for (String program : programs) {
      assumeTrue(Files.isRegularFile(find(program)), program + " is not in the folder of " + NAME);
    }
  }

  static Path find(String program) {
    Path folder =
        Optional.ofNullable(System.getProperty(NAME))
            .or(() -> Optional.ofNullable(System.getenv(NAME)))
            .map(Path::of)
            .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache", "polyplug-npm"));
    return folder.resolve("node_modules").resolve(program);
  }
}
