package io.polyplug.bowire;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.PackageDescription;
import io.polyplug.host.PackageReading;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProgramLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads an unpacked package (3.3). */
final class SidecarPackage {
  private SidecarPackage() {}

  static Optional<PackageReading> read(Path folder) {
    if (!SidecarFolders.isMarked(folder)) {
      return isNested(folder)
          ? Optional.of(
              bad(
                  "sidecar.json is in a folder of the package: it must be at the root, so that the"
                      + " package's files are not one level too deep"))
          : Optional.empty();
    }
    try {
      SidecarManifest manifest = SidecarManifest.read(folder);
      return Optional.of(
          switch (manifest.wire()) {
            case SidecarManifest.Wire.Stdio wire -> stdio(folder, manifest, wire);
            case SidecarManifest.Wire.Http wire ->
                good(manifest, List.of(), List.of("network: talks to the service " + wire.url()));
          });
    } catch (InvalidManifest e) {
      return Optional.of(bad(e.problem()));
    }
  }

  private static PackageReading stdio(
      Path folder, SidecarManifest manifest, SidecarManifest.Wire.Stdio wire) {
    List<String> asks =
        List.of(
            "process: runs " + String.join(" ", command(wire)),
            "environment: "
                + (wire.environmentPrefix().isEmpty()
                    ? "no variable of the user's own"
                    : "variables that start with " + wire.environmentPrefix()));
    try {
      Path relative = Path.of(wire.executable().strip());
      if (relative.isAbsolute()) {
        return good(manifest, List.of(), asks);
      }
      Path program = folder.resolve(relative).normalize();
      if (!program.startsWith(folder.normalize())) {
        return bad("\"executable\" leads out of the package");
      }
      if (Files.isDirectory(program)) {
        return bad("\"executable\" names a folder");
      }
      boolean inside = Files.isRegularFile(program);
      if (!inside && (wire.executable().indexOf('/') >= 0 || !isOnPath(wire.executable()))) {
        return bad(
            "\"executable\" names "
                + UntrustedText.excerpt(relative.toString(), 200)
                + ", which is neither in the package nor a program on the PATH");
      }
      return good(
          manifest,
          inside ? List.of(folder.normalize().relativize(program).toString()) : List.of(),
          asks);
    } catch (InvalidPathException e) {
      return bad("\"executable\" cannot be the name of a file");
    }
  }

  private static boolean isOnPath(String name) {
    try {
      ProgramLookup.ofHost().find(name);
      return true;
    } catch (LaunchFailure e) {
      return false;
    }
  }

  private static List<String> command(SidecarManifest.Wire.Stdio wire) {
    return Stream.concat(Stream.of(wire.executable()), wire.arguments().stream()).toList();
  }

  private static boolean isNested(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(Files::isDirectory).anyMatch(SidecarFolders::isMarked);
    } catch (IOException e) {
      return false;
    }
  }

  private static PackageReading good(
      SidecarManifest manifest, List<String> programs, List<String> asks) {
    return new PackageReading.Good(
        new PackageDescription(
            BowireContract.ID,
            manifest.packageId(),
            manifest.version().orElse(""),
            programs,
            asks,
            manifest.wire() instanceof SidecarManifest.Wire.Stdio stdio
                ? Optional.of(
                    SidecarProgram.inherited(stdio).variables().keySet().stream().sorted().toList())
                : Optional.empty()));
  }

  private static PackageReading bad(String reason) {
    return new PackageReading.Bad(BowireContract.ID, reason);
  }
}
