package io.polyplug.ainb;

import java.nio.file.Path;
import java.util.List;

/**
 * A folder with a plugin whose manifest is valid.
 *
 * @param folder absolute
 * @param warnings what is strange but does no harm, safe to show
 */
public record PluginFolder(Path folder, Manifest manifest, List<String> warnings) {
  public PluginFolder {
    warnings = List.copyOf(warnings);
  }

  /** What is started; it may be missing (2.1). */
  public Path executable() {
    return folder.resolve(manifest.name());
  }

  /** The file that a plugin is told of when it starts (5.1). */
  public Path manifestFile() {
    return folder.resolve(Manifest.FILE_NAME);
  }

  PluginFolder withWarnings(List<String> all) {
    return new PluginFolder(folder, manifest, all);
  }
}
