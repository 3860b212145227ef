package io.polyplug.monorepo.adapters;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file whose first line is the version.
 *
 * @param upward whether the nearest such file counts, and not only the dish's own
 */
record LinePin(String file, boolean upward, Form form) implements PinSource {
  /** How the line is written. */
  enum Form {
    PLAIN,
    /** A leading {@code v} is no part of it. */
    WITHOUT_V,
    /** The first line that is no comment, without {@code ruby-}. */
    RUBY,
    /** A leading {@code v} is no part of it; it may be an alias. */
    NODE
  }

  @Override
  public @Nullable String version(Path dish, Project project) {
    Optional<String> text =
        upward ? project.around().nearestText(dish, file) : project.around().text(dish, file);
    if (text.isEmpty()) {
      return null;
    }
    return switch (form) {
      case PLAIN -> plain(firstLine(text.get()));
      case WITHOUT_V -> plain(withoutV(firstLine(text.get())));
      case RUBY -> ruby(text.get());
      case NODE -> plain(NodeAlias.version(withoutV(firstLine(text.get()))));
    };
  }

  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return (end < 0 ? text : text.substring(0, end)).strip();
  }

  private static String withoutV(String line) {
    return line.startsWith("v") ? line.substring(1) : line;
  }

  /** A table begins where the file is TOML in spite of its name. */
  private static @Nullable String plain(@Nullable String line) {
    return line == null || line.isEmpty() || line.startsWith("[") ? null : line;
  }

  private static @Nullable String ruby(String text) {
    for (String line : TextFile.lines(text, "#")) {
      if (!line.isEmpty()) {
        return plain(line.startsWith("ruby-") ? line.substring("ruby-".length()) : line);
      }
    }
    return null;
  }
}
