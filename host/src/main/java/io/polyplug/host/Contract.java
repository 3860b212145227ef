package io.polyplug.host;

import io.polyplug.host.config.ConfigTable;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A family of plugins: where they are found, how they are described, how they are started.
 *
 * <p>Found by {@link java.util.ServiceLoader} unless the application names its contracts itself.
 * Stateless; safe from any thread. Nothing here starts a process.
 */
public interface Contract {
  /** The short name of the contract, for example {@code rune}. */
  String id();

  /** The plugins in the immediate subfolders of a plugin folder, good and bad, in name order. */
  List<Discovered> discover(Path pluginFolder);

  /**
   * A plugin from a {@code [[plugin]]} table of a configuration file. Reads every key that the
   * contract knows; a wrong one is reported with its place through the table.
   */
  PluginDefinition bind(ConfigTable table);

  /**
   * Folders in which plugins of this contract live already, whoever put them there. They are looked
   * through by this contract alone, and need not exist.
   */
  default List<Path> homes(Map<String, String> environment) {
    return List.of();
  }

  /** Whether an unpacked package is of this contract; empty if it has no manifest of it. */
  default Optional<PackageReading> recognise(Path folder) {
    return Optional.empty();
  }

  /** The file that marks a package of this contract; empty if it has no packages. */
  default String manifestName() {
    return "";
  }

  /** A JSON Schema for the {@code [[plugin]]} table of this contract. */
  Json bindingSchema();
}
