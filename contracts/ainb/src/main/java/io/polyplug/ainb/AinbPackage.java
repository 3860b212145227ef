package io.polyplug.ainb;

import io.polyplug.host.PackageDescription;
import io.polyplug.host.PackageReading;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.host.config.TomlDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads an unpacked package: what would become a plugin's folder, whatever it is called now. */
final class AinbPackage {
  private static final int LOOKED_AT = 1 << 20;

  private AinbPackage() {}

  static Optional<PackageReading> read(Path folder) {
    return isOurs(folder) ? Optional.of(reading(folder)) : Optional.empty();
  }

  /** Others call their files {@code manifest.toml}, too; only ours name an ABI. */
  private static boolean isOurs(Path folder) {
    Path file = folder.resolve(Manifest.FILE_NAME);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    ConfigTable root;
    try {
      root = TomlDocument.read(file);
    } catch (ConfigMistake noToml) {
      return namesAnAbi(file);
    }
    try {
      return root.table("plugin").filter(plugin -> plugin.has("abi_version")).isPresent();
    } catch (ConfigMistake noTable) {
      return false;
    }
  }

  /** Of a file that is no TOML: its author wants to be told so, if it was meant for us. */
  private static boolean namesAnAbi(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(LOOKED_AT), StandardCharsets.ISO_8859_1)
          .lines()
          .anyMatch(line -> line.strip().startsWith("abi_version"));
    } catch (IOException e) {
      return false;
    }
  }

  private static PackageReading reading(Path folder) {
    return switch (ManifestReader.readUnnamed(folder)) {
      case ManifestReading.Good(Manifest manifest, List<String> _) -> withProgram(folder, manifest);
      case ManifestReading.Bad bad -> new PackageReading.Bad(AinbContract.ID, bad.reason());
    };
  }

  /** Whether it may be executed does not matter yet: not every archive can say so. */
  private static PackageReading withProgram(Path folder, Manifest manifest) {
    if (!Files.isRegularFile(folder.resolve(manifest.name()), LinkOption.NOFOLLOW_LINKS)) {
      return new PackageReading.Bad(
          AinbContract.ID,
          "its program is missing: expected a file \""
              + manifest.name()
              + "\" next to the manifest");
    }
    return new PackageReading.Good(
        new PackageDescription(
            AinbContract.ID,
            manifest.name(),
            manifest.version(),
            List.of(manifest.name()),
            asksFor(manifest),
            Optional.of(AinbLink.environment().variables().keySet().stream().sorted().toList())));
  }

  private static List<String> asksFor(Manifest manifest) {
    List<String> asks = new ArrayList<>(List.of("process: runs " + manifest.name()));
    for (String capability : manifest.capabilities().granted()) {
      asks.add(
          switch (manifest.capabilities().of(capability)) {
            case Grant.Flag _ -> capability;
            case Grant.Listed _ when Capability.FLAGS.contains(capability) -> capability;
            case Grant.Listed(List<String> entries) ->
                capability + ": " + String.join(", ", entries);
          });
    }
    return asks;
  }
}
