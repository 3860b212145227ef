package io.polyplug.conformance.proof;

import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProgramLookup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What a delegate has besides its program: a manifest, and an adapter that can sin itself. */
final class Delegate {
  private static final String ADAPTER = "adapter.ts";

  private Delegate() {}

  static void furnish(Program program) throws IOException {
    Path folder = program.folder();
    Files.writeString(
        folder.resolve("manifest.yaml"),
        """
        id: %s
        name: Proof
        version: 1.0.0
        command: %s
        roles: [default]
        """
            .formatted(program.name(), Stand.quoted(program.file().toString())));
    try (InputStream adapter = Delegate.class.getResourceAsStream(ADAPTER)) {
      Files.write(folder.resolve(ADAPTER), Objects.requireNonNull(adapter).readAllBytes());
    }
  }

  /** Why no adapter can run here, if none can. */
  static Optional<String> missing() {
    return List.of("bun", "node").stream().anyMatch(Delegate::isThere)
        ? Optional.empty()
        : Optional.of("no JavaScript runtime (bun or node) is on the PATH, which adapters need");
  }

  private static boolean isThere(String name) {
    try {
      ProgramLookup.ofHost().find(name);
      return true;
    } catch (LaunchFailure e) {
      return false;
    }
  }
}
