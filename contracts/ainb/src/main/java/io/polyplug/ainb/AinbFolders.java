package io.polyplug.ainb;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Discovered;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginFolders;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Finds plugins: folders with a {@code manifest.toml} directly inside (2.1). Starts nothing. */
final class AinbFolders {
  private final PluginSelection selection;
  private final Function<PluginFolder, PluginDefinition> definitions;

  /**
   * @param environment says which plugins are looked at
   * @param definitions makes what the host needs of a plugin
   */
  AinbFolders(
      Map<String, String> environment, Function<PluginFolder, PluginDefinition> definitions) {
    this.selection = PluginSelection.of(environment);
    this.definitions = definitions;
  }

  /** The plugin root that the environment names; there is none by default. */
  static List<Path> homes(Map<String, String> environment) {
    String root = environment.getOrDefault("AINB_PLUGIN_ROOT", "").strip();
    return root.isEmpty() ? List.of() : List.of(Path.of(root).toAbsolutePath().normalize());
  }

  /**
   * The plugins in the subfolders, in name order, or the folder itself if it is one. What has no
   * manifest is skipped without a word.
   */
  List<Discovered> in(Path root) {
    Path absolute = root.toAbsolutePath().normalize();
    Map<String, String> namespaces = new HashMap<>();
    List<Discovered> found = new ArrayList<>();
    for (Path folder : isMarked(absolute) ? List.of(absolute) : PluginFolders.in(absolute)) {
      if (isMarked(folder) && selection.takes(String.valueOf(folder.getFileName()))) {
        found.add(discover(folder, namespaces));
      }
    }
    return found;
  }

  /** A broken link is found, so that reading it says what is wrong. */
  static boolean isMarked(Path folder) {
    return Files.exists(folder.resolve(Manifest.FILE_NAME), LinkOption.NOFOLLOW_LINKS);
  }

  private Discovered discover(Path folder, Map<String, String> namespaces) {
    try {
      return switch (ManifestReader.read(folder)) {
        case ManifestReading.Good(Manifest manifest, List<String> warnings) ->
            new Discovered.Found(
                definitions.apply(
                    claiming(new PluginFolder(folder, manifest, warnings), namespaces)));
        case ManifestReading.Bad bad ->
            new Discovered.Invalid(AinbContract.ID, folder, bad.reason());
      };
    } catch (RuntimeException e) {
      // One plugin that we do not understand must not hide the others.
      return new Discovered.Invalid(AinbContract.ID, folder, UntrustedText.escape(e.toString()));
    }
  }

  /** Of two that claim a namespace the first in name order has it (2.3). */
  private static PluginFolder claiming(PluginFolder plugin, Map<String, String> namespaces) {
    String name = plugin.manifest().name();
    List<String> warnings = new ArrayList<>(plugin.warnings());
    for (String namespace : plugin.manifest().provides().cliNamespaces()) {
      String owner = namespaces.putIfAbsent(namespace, name);
      if (owner != null && !owner.equals(name)) {
        warnings.add(
            "the namespace \""
                + UntrustedText.excerpt(namespace, 80)
                + "\" belongs to "
                + owner
                + ", which comes first by name");
      }
    }
    return plugin.withWarnings(warnings);
  }
}
