package io.polyplug.monorepo.adapters;

import java.nio.file.Path;
import java.util.Optional;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** The line {@code go X} of {@code go.mod}. */
record GoModPin() implements PinSource {
  @Override
  public @Nullable String version(Path dish, Project project) {
    Optional<String> text = project.around().text(dish, "go.mod");
    if (text.isEmpty()) {
      return null;
    }
    for (String line : TextFile.lines(text.get(), "//")) {
      StringTokenizer words = new StringTokenizer(line);
      if (words.countTokens() == 2 && words.nextToken().equals("go")) {
        return words.nextToken();
      }
    }
    return null;
  }
}
