package io.polyplug.conformance;

import io.polyplug.host.Contract;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.config.TomlDocument;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Binds a command as a {@code [[plugin]]} table would, without a file.
 *
 * @param words the program and its arguments
 * @param folder where it is run
 */
record CommandBinding(List<String> words, Path folder) {
  CommandBinding {
    words = List.copyOf(words);
  }

  /** What it is called as long as it has not said a name itself. */
  String name() {
    String file = String.valueOf(Path.of(words.getFirst()).getFileName());
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }

  PluginDefinition bind(Contract contract, Introduction introduction, Learned learned) {
    String toml =
        """
        id = %s
        command = %s
        args = %s
        %s"""
            .formatted(
                quoted(learned.id().orElse(introduction.nameOf(name()))),
                quoted(words.getFirst()),
                list(words.subList(1, words.size())),
                introduction.more(learned));
    return contract.bind(TomlDocument.parse(folder.resolve("polyplug.toml"), toml));
  }

  static String list(List<String> texts) {
    return texts.stream().map(CommandBinding::quoted).collect(Collectors.joining(", ", "[", "]"));
  }

  /** What JSON escapes, TOML reads. */
  private static String quoted(String text) {
    return Json.string(text).toString();
  }
}
