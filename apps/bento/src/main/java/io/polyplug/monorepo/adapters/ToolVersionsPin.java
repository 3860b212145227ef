package io.polyplug.monorepo.adapters;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * The nearest {@code .tool-versions}.
 *
 * @param tools the names that mean the tool; the first line with one of them counts
 */
record ToolVersionsPin(List<String> tools) implements PinSource {
  static ToolVersionsPin of(String... tools) {
    return new ToolVersionsPin(List.of(tools));
  }

  @Override
  public @Nullable String version(Path dish, Project project) {
    Optional<String> text = project.around().nearestText(dish, ".tool-versions");
    if (text.isEmpty()) {
      return null;
    }
    for (String line : TextFile.lines(text.get(), "#")) {
      StringTokenizer words = new StringTokenizer(line);
      if (words.countTokens() >= 2 && tools.contains(words.nextToken())) {
        return words.nextToken();
      }
    }
    return null;
  }
}
