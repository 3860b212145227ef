package io.polyplug.monorepo.adapters;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A text in a JSON file of the dish, which may have comments.
 *
 * @param files of which the first that is there counts
 * @param path the names of the members that lead to it
 */
record JsonPin(List<String> files, List<String> path) implements PinSource {
  @Override
  public @Nullable String version(Path dish, Project project) {
    for (String file : files) {
      Optional<String> text = project.around().text(dish, file);
      if (text.isPresent()) {
        return Jsonc.text(Jsonc.object(text.get()), path.toArray(String[]::new));
      }
    }
    return null;
  }
}
