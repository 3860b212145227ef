package io.polyplug.bowire;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Discovered;
import io.polyplug.host.PluginFolders;
import io.polyplug.host.PluginInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds sidecars: folders with a {@code sidecar.json} directly inside (3.1, 3.2). */
final class SidecarFolders {
  private SidecarFolders() {}

  /** Where Bowire's own tools install (3.1). */
  static List<Path> homes(Map<String, String> environment) {
    String chosen = environment.getOrDefault("BOWIRE_PLUGIN_DIR", "").strip();
    if (!chosen.isEmpty()) {
      return List.of(Path.of(chosen).toAbsolutePath().normalize());
    }
    String user = environment.getOrDefault("HOME", "").strip();
    return user.isEmpty() || !Path.of(user).isAbsolute()
        ? List.of()
        : List.of(Path.of(user).resolve(".bowire/plugins").normalize());
  }

  /** The sidecars in the subfolders, in name order, or the folder itself if it is one. */
  static List<Discovered> in(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    if (isMarked(absolute)) {
      return List.of(read(absolute));
    }
    List<Discovered> found = new ArrayList<>();
    for (Path child : PluginFolders.in(absolute)) {
      if (isMarked(child)) {
        found.add(read(child));
      } else {
        foreign(child).ifPresent(found::add);
      }
    }
    return found;
  }

  /** A plugin of Bowire that is no process: shown, never loaded (3.5). */
  private static Optional<Discovered> foreign(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      long assemblies =
          entries.filter(it -> it.toString().toLowerCase(Locale.ROOT).endsWith(".dll")).count();
      return assemblies == 0
          ? Optional.empty()
          : Optional.of(
              new Discovered.Invalid(
                  BowireContract.ID,
                  folder,
                  "a .NET plugin, which only Bowire itself can load [nuget: "
                      + assemblies
                      + " files]"));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static boolean isMarked(Path folder) {
    return Files.isRegularFile(folder.resolve(SidecarManifest.FILE_NAME));
  }

  static Sidecar sidecar(Path folder, SidecarManifest manifest, SidecarOptions options) {
    return new Sidecar(
        new PluginInfo(
            BowireContract.ID,
            manifest.protocolId(),
            manifest.protocolName(),
            manifest.version().orElse(""),
            "",
            folder,
            String.valueOf(folder.getFileName())),
        manifest,
        Optional.of(folder.resolve(SidecarManifest.FILE_NAME)),
        folder,
        options);
  }

  private static Discovered read(Path folder) {
    try {
      return new Discovered.Found(
          new SidecarDefinition(
              sidecar(folder, SidecarManifest.read(folder), SidecarOptions.DEFAULT)));
    } catch (InvalidManifest e) {
      return new Discovered.Invalid(BowireContract.ID, folder, e.problem());
    } catch (RuntimeException e) {
      // One sidecar that we do not understand must not hide the others.
      return new Discovered.Invalid(BowireContract.ID, folder, UntrustedText.escape(e.toString()));
    }
  }
}
