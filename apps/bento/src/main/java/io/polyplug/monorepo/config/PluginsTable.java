package io.polyplug.monorepo.config;

import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.files.Looks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The {@code [plugins]} table of {@code bento.toml}, which is needed before anything else is read:
 * mistakes elsewhere in that file do not matter here, unless it is no TOML at all.
 *
 * @param disabled ids that are never loaded
 * @param allowed if there, the only ids that are; an empty list allows none
 */
public record PluginsTable(List<String> disabled, Optional<List<String>> allowed) {
  /** What holds without such a table: every plugin is loaded. */
  public static final PluginsTable NONE = new PluginsTable(List.of(), Optional.empty());

  public PluginsTable {
    disabled = List.copyOf(disabled);
    allowed = allowed.map(List::copyOf);
  }

  /** The table as part of settings that are read already. */
  public static PluginsTable of(RepositorySettings settings) {
    return new PluginsTable(settings.disabledPlugins(), settings.allowedPlugins());
  }

  /** The table of the workspace with this root; {@link #NONE} if there is none. */
  public static PluginsTable read(Path root) throws WorkspaceProblem {
    Path path = root.resolve(WorkspaceRoot.SETTINGS_FILE);
    if (!Files.exists(path)) {
      return NONE;
    }
    TomlFile file = TomlFile.read(root, path, Looks.unnoted());
    try {
      return of(file.table());
    } catch (ConfigMistake mistake) {
      throw file.invalid(mistake);
    }
  }

  static PluginsTable of(ConfigTable settings) {
    Optional<ConfigTable> found = settings.table("plugins");
    if (found.isEmpty()) {
      return NONE;
    }
    ConfigTable table = found.get();
    PluginsTable plugins =
        new PluginsTable(table.texts("disable").orElse(List.of()), table.texts("allowlist"));
    table.finish();
    return plugins;
  }
}
