package io.polyplug.monorepo.adapters;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The line {@code ruby "X"} of a {@code Gemfile}. */
record GemfilePin() implements PinSource {
  @Override
  public @Nullable String version(Path dish, Project project) {
    Optional<String> text = project.around().text(dish, "Gemfile");
    if (text.isEmpty()) {
      return null;
    }
    for (String line : TextFile.lines(text.get(), "#")) {
      String version = line.startsWith("ruby") ? quoted(line.substring("ruby".length())) : null;
      if (version != null) {
        return version;
      }
    }
    return null;
  }

  private static @Nullable String quoted(String rest) {
    int at = 0;
    while (at < rest.length()
        && (rest.charAt(at) == ' ' || rest.charAt(at) == '\t' || rest.charAt(at) == '(')) {
      at++;
    }
    if (at == rest.length() || (rest.charAt(at) != '"' && rest.charAt(at) != '\'')) {
      return null;
    }
    int end = rest.indexOf(rest.charAt(at), at + 1);
    String version = end < 0 ? "" : rest.substring(at + 1, end).strip();
    return version.isEmpty() ? null : version;
  }
}
