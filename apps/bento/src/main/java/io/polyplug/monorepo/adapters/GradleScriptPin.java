package io.polyplug.monorepo.adapters;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the build script of a Gradle project says of Java, in any of the ways that are usual. */
record GradleScriptPin(String file) implements PinSource {
  @Override
  public @Nullable String version(Path dish, Project project) {
    Optional<String> text = project.around().text(dish, file);
    if (text.isEmpty()) {
      return null;
    }
    String script = String.join("\n", TextFile.lines(text.get(), "//"));
    String version = after(script, "JavaLanguageVersion.of(");
    if (version == null) {
      version = after(script, "JavaVersion.VERSION_");
    }
    if (version == null) {
      version = after(script, "sourceCompatibility");
    }
    return version == null ? after(script, "targetCompatibility") : version;
  }

  /** The first number that directly follows the words, but for blanks, quotes and a sign. */
  private static @Nullable String after(String script, String words) {
    for (int at = script.indexOf(words); at >= 0; at = script.indexOf(words, at + 1)) {
      int from = at + words.length();
      while (from < script.length() && " \t\"'=".indexOf(script.charAt(from)) >= 0) {
        from++;
      }
      int to = from;
      while (to < script.length() && "0123456789._".indexOf(script.charAt(to)) >= 0) {
        to++;
      }
      if (to > from) {
        return script.substring(from, to).replace('_', '.');
      }
    }
    return null;
  }
}
