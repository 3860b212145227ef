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

  /**
   * The names of files of the contract's own that bind plugins, such as other programs of its kind
   * read too. They are looked for upwards from a folder, as {@code polyplug.toml} is, and then run
   * nothing before they are trusted.
   */
  default List<String> bindingFiles() {
    return List.of();
  }

  /** The plugins that such a file binds, good and bad, in its order. */
  default List<Discovered> bindFile(Path file, byte[] content) {
    return List.of();
  }

  /**
   * Further files of that kind, which a configuration file names in a table that is called as the
   * contract. Only asked of a contract that has {@link #bindingFiles}.
   */
  default List<Path> namedFiles(ConfigTable table) {
    return List.of();
  }

  /** A JSON Schema for the {@code [[plugin]]} table of this contract. */
  Json bindingSchema();
}
