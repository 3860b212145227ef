package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.PackageDescription;
import io.polyplug.host.PackageReading;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads an unpacked package: what would become a plugin's folder, whatever it is called now. */
final class BabPackage {
  private BabPackage() {}

  static Optional<PackageReading> read(Path folder, BabHost host) {
    return BabFolders.isOurs(folder) ? Optional.of(reading(folder, host)) : Optional.empty();
  }

  private static PackageReading reading(Path folder, BabHost host) {
    try {
      BabManifest manifest = BabManifest.read(folder);
      boolean adapter = AdapterFile.of(folder).isPresent();
      if (!adapter && manifest.delegate().isEmpty()) {
        return bad("it has neither an adapter.ts nor a delegate in its manifest");
      }
      List<String> asks = new ArrayList<>();
      asks.add("process: runs " + UntrustedText.excerpt(manifest.command(), 200));
      if (adapter) {
        asks.add("code: its adapter.ts is trusted code with all of your rights");
      }
      for (ManifestRole role : manifest.roles()) {
        if (role instanceof ManifestRole.Described it && it.promptFile().isPresent()) {
          requireFile(folder, it.promptFile().get());
        }
      }
      return new PackageReading.Good(
          new PackageDescription(
              BabContract.ID,
              manifest.id(),
              manifest.version(),
              List.of(),
              asks,
              Optional.of(
                  host.environment().keySet().stream()
                      .filter(name -> !BabOptions.DEFAULT.filter().hides(name))
                      .sorted()
                      .toList())));
    } catch (InvalidManifest | PluginFiles.Unusable e) {
      return bad(String.valueOf(e.getMessage()));
    }
  }

  static void requireFile(Path folder, String name) throws PluginFiles.Unusable {
    try {
      if (!Files.isRegularFile(PluginFiles.inside(folder, name))) {
        throw new PluginFiles.Unusable(UntrustedText.excerpt(name, 200) + " is not a file");
      }
    } catch (NoSuchFileException e) {
      throw new PluginFiles.Unusable(
          "its prompt file " + UntrustedText.excerpt(name, 200) + " is missing");
    }
  }

  private static PackageReading bad(String reason) {
    return new PackageReading.Bad(BabContract.ID, reason);
  }
}
