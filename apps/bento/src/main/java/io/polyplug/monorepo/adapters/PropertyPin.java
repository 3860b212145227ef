package io.polyplug.monorepo.adapters;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A line {@code key=value} in a file of the dish.
 *
 * @param keys of which the first that has a value counts
 */
record PropertyPin(String file, List<String> keys) implements PinSource {
  static PropertyPin of(String file, String... keys) {
    return new PropertyPin(file, List.of(keys));
  }

  @Override
  public @Nullable String version(Path dish, Project project) {
    Optional<String> text = project.around().text(dish, file);
    if (text.isEmpty()) {
      return null;
    }
    String[] lines = TextFile.lines(text.get(), "#");
    for (String key : keys) {
      for (String line : lines) {
        String value = value(line, key);
        if (value != null) {
          return value;
        }
      }
    }
    return null;
  }

  private static @Nullable String value(String line, String key) {
    if (!line.startsWith(key)) {
      return null;
    }
    String rest = line.substring(key.length()).stripLeading();
    if (rest.isEmpty() || (rest.charAt(0) != '=' && rest.charAt(0) != ':')) {
      return null;
    }
    String value = rest.substring(1).strip();
    return value.isEmpty() ? null : value;
  }
}
