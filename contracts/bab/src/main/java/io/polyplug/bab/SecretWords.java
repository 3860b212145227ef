package io.polyplug.bab;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Values that must not be written down: those of variables that are called as secrets are, of the
 * host's process, of the global file and of a plugin's own. A program may print what it was given.
 */
final class SecretWords {
  private static final String MARK = "[secret]";

  /** Shorter ones are found in ordinary words. */
  private static final int SHORTEST = 6;

  private final Set<String> common = new TreeSet<>();

  SecretWords(BabHost host) {
    addAll(host.environment(), common);
    try {
      addAll(host.globalFile(), common);
    } catch (PluginFiles.Unusable e) {
      // Nobody uses what is in there.
    }
  }

  private static void addAll(Map<String, String> variables, Set<String> words) {
    variables.forEach(
        (name, value) -> {
          if (EnvFilter.isSecret(name) && value.length() >= SHORTEST) {
            words.add(value);
          }
        });
  }

  /** The text without them; also without those of the plugin in this folder. */
  String hiddenIn(String text, Optional<Path> folder) {
    Set<String> words = new TreeSet<>(common);
    if (folder.isPresent()) {
      try {
        addAll(EnvFile.read(folder.get()), words);
      } catch (PluginFiles.Unusable e) {
        // It is not given to anybody.
      }
    }
    // One may be a part of another.
    List<String> longestFirst =
        words.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
    String hidden = text;
    for (String word : longestFirst) {
      hidden = hidden.replace(word, MARK);
    }
    return hidden;
  }
}
