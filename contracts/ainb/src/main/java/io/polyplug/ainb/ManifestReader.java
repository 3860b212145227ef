package io.polyplug.ainb;

import io.polyplug.host.ManifestProblem;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.host.config.TomlDocument;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads and checks a {@code manifest.toml} (section 2): strict in what it knows, and nothing that
 * it does not know is more than a warning. Starts nothing; safe from any thread.
 */
public final class ManifestReader {
  private ManifestReader() {}

  /** The manifest in a plugin's folder, which must have the plugin's name (V6). */
  public static ManifestReading read(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    return read(absolute, Optional.of(String.valueOf(absolute.getFileName())));
  }

  /** As {@link #read(Path)}, of a folder that is still to get its name. */
  static ManifestReading readUnnamed(Path folder) {
    return read(folder.toAbsolutePath().normalize(), Optional.empty());
  }

  private static ManifestReading read(Path folder, Optional<String> folderName) {
    return read(() -> TomlDocument.read(folder.resolve(Manifest.FILE_NAME)), folderName);
  }

  /**
   * A manifest as text.
   *
   * @param folderName what the plugin's folder is called
   */
  public static ManifestReading parse(String toml, String folderName) {
    Path shownAs = Path.of("/", Manifest.FILE_NAME);
    return read(() -> TomlDocument.parse(shownAs, toml), Optional.of(folderName));
  }

  /**
   * All that is wrong or strange in a manifest as text, with the lines, for whoever writes it.
   *
   * @param folderName what the plugin's folder is called
   */
  static List<ManifestProblem> problems(String toml, String folderName) {
    ManifestNotes notes = new ManifestNotes();
    Path shownAs = Path.of("/", Manifest.FILE_NAME);
    Optional<ConfigTable> root =
        notes.orNote(Optional.empty(), () -> Optional.of(TomlDocument.parse(shownAs, toml)));
    if (root.isPresent()
        && check(root.get(), Optional.of(folderName), notes)
            instanceof ManifestReading.Good(Manifest manifest, List<String> _)) {
      ManifestLint.remarks(manifest)
          .forEach(remark -> notes.warn(root.get(), remark.key(), remark.text()));
    }
    return notes.all();
  }

  private static ManifestReading read(Supplier<ConfigTable> source, Optional<String> folderName) {
    ManifestNotes notes = new ManifestNotes();
    return notes
        .orNote(Optional.<ConfigTable>empty(), () -> Optional.of(source.get()))
        .map(root -> check(root, folderName, notes))
        .orElseGet(notes::bad);
  }

  private static ManifestReading check(
      ConfigTable root, Optional<String> folderName, ManifestNotes notes) {
    Optional<PluginTable> plugin =
        notes.orNote(Optional.empty(), () -> Optional.of(PluginTable.of(root, notes)));
    if (plugin.isEmpty() || !plugin.get().speaksOurAbi()) {
      return notes.bad();
    }
    Manifest manifest = new ManifestTables(root, notes).manifest(plugin.get(), folderName);
    return notes.hasProblems() ? notes.bad() : new ManifestReading.Good(manifest, notes.warnings());
  }
}
