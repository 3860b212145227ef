package io.polyplug.bowire;

import io.polyplug.host.PluginInfo;
import io.polyplug.host.config.ConfigTable;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads a {@code [[plugin]]} table: a folder with a {@code sidecar.json}, or a command or an
 * address without one.
 */
final class SidecarBinding {
  private SidecarBinding() {}

  static Sidecar read(ConfigTable table) {
    Optional<String> folder = table.text("folder");
    Optional<String> url = table.text("url");
    Optional<String> command = table.text("command");
    int ways =
        (folder.isPresent() ? 1 : 0) + (url.isPresent() ? 1 : 0) + (command.isPresent() ? 1 : 0);
    if (ways != 1) {
      throw table.mistake("", "expected exactly one of folder, command and url");
    }
    return folder.isPresent() ? fromFolder(table, folder.get()) : bare(table, url);
  }

  private static Sidecar fromFolder(ConfigTable table, String folder) {
    Path absolute = table.folder().resolve(folder).toAbsolutePath().normalize();
    try {
      SidecarManifest manifest = SidecarManifest.read(absolute);
      return sidecar(
          table, manifest, Optional.of(absolute.resolve(SidecarManifest.FILE_NAME)), absolute);
    } catch (InvalidManifest e) {
      throw table.mistake("folder", "no usable sidecar in " + absolute + ": " + e.problem());
    }
  }

  private static Sidecar bare(ConfigTable table, Optional<String> url) {
    String id = table.requiredText("id");
    SidecarManifest.Wire wire =
        url.isPresent()
            ? new SidecarManifest.Wire.Http(address(table, url.get()))
            : new SidecarManifest.Wire.Stdio(
                table.requiredText("command"),
                table.texts("args").orElse(List.of()),
                table.text("env_prefix").orElse(SidecarManifest.DEFAULT_PREFIX),
                table.duration("shutdown_timeout").orElse(SidecarManifest.DEFAULT_SHUTDOWN));
    Path folder =
        url.isPresent()
            ? table.folder()
            : table
                .text("dir")
                .filter(dir -> !dir.isBlank())
                .map(dir -> table.folder().resolve(dir).normalize())
                .orElse(table.folder());
    return sidecar(
        table,
        new SidecarManifest(
            id,
            id,
            table.text("name").orElse(id),
            Optional.empty(),
            wire,
            Optional.empty(),
            List.of()),
        Optional.empty(),
        folder);
  }

  private static URI address(ConfigTable table, String url) {
    try {
      return SidecarManifest.url(url);
    } catch (InvalidManifest e) {
      throw table.mistake("url", "expected an absolute http or https address");
    }
  }

  private static Sidecar sidecar(
      ConfigTable table, SidecarManifest manifest, Optional<Path> file, Path folder) {
    return new Sidecar(
        new PluginInfo(
            BowireContract.ID,
            manifest.protocolId(),
            manifest.protocolName(),
            manifest.version().orElse(""),
            "",
            table.file(),
            ""),
        manifest,
        file,
        folder,
        SidecarOptions.read(table));
  }
}
