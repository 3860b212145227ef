package io.polyplug.bowire;

import io.polyplug.host.PluginInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One sidecar as it is set up here: its manifest, where it is, and what the user says about it.
 *
 * @param file the manifest's, if it was read from one
 * @param folder where relative names of its manifest lead, and its working folder
 */
record Sidecar(
    PluginInfo info,
    SidecarManifest manifest,
    Optional<Path> file,
    Path folder,
    SidecarOptions options) {
  String id() {
    return info.id();
  }

  /** The program with its arguments, or the address. */
  List<String> commandLine() {
    return switch (manifest.wire()) {
      case SidecarManifest.Wire.Stdio stdio -> {
        java.util.ArrayList<String> line = new java.util.ArrayList<>();
        line.add(stdio.executable());
        line.addAll(stdio.arguments());
        yield List.copyOf(line);
      }
      case SidecarManifest.Wire.Http http -> List.of(http.url().toString());
    };
  }
}
