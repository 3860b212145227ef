package io.polyplug.monorepo.adapters;

import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.host.config.TomlDocument;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A text in a table of a TOML file.
 *
 * @param upward whether the nearest such file counts, and not only the dish's own
 */
record TomlPin(String file, boolean upward, String table, String key) implements PinSource {
  @Override
  public @Nullable String version(Path dish, Project project) {
    Optional<String> text =
        upward ? project.around().nearestText(dish, file) : project.around().text(dish, file);
    if (text.isEmpty()) {
      return null;
    }
    try {
      Optional<ConfigTable> found = TomlDocument.parse(dish.resolve(file), text.get()).table(table);
      Optional<String> value = found.isPresent() ? found.get().text(key) : Optional.empty();
      return value.isEmpty() || value.get().isBlank() ? null : value.get().strip();
    } catch (ConfigMistake mistake) {
      // The tool itself reports what is wrong in its own file.
      return null;
    }
  }
}
