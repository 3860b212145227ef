package io.polyplug.monorepo.config;

import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.host.config.TomlDocument;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.files.Looks;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A TOML file of a workspace and what can be wrong with it as a whole: what is no TOML is told from
 * what cannot be read.
 *
 * <p>Used by one thread.
 */
final class TomlFile {
  private final Path root;
  private final Path file;
  private final ConfigTable table;

  private TomlFile(Path root, Path file, ConfigTable table) {
    this.root = root;
    this.file = file;
    this.table = table;
  }

  static TomlFile read(Path root, Path file, Looks looks) throws WorkspaceProblem {
    looks.at(file);
    byte[] content;
    try {
      content = TomlDocument.bytes(file);
    } catch (ConfigMistake mistake) {
      throw ConfigProblems.of(ProblemKind.CONFIG_READ, root, mistake);
    }
    try {
      return new TomlFile(root, file, TomlDocument.parse(file, decode(file, content)));
    } catch (ConfigMistake mistake) {
      throw ConfigProblems.of(ProblemKind.CONFIG_PARSE, root, mistake);
    }
  }

  private static String decode(Path file, byte[] content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw new ConfigMistake(file, 0, "", "not UTF-8 text");
    }
  }

  Path path() {
    return file;
  }

  ConfigTable table() {
    return table;
  }

  /** The problem that such a mistake in this file's values is. */
  WorkspaceProblem invalid(ConfigMistake mistake) {
    return ConfigProblems.of(ProblemKind.CONFIG_INVALID, root, mistake);
  }

  /** The name that the file gives to what it describes. */
  String name() throws WorkspaceProblem {
    if (!table.has("name")) {
      throw missing("name", "a text");
    }
    String name = table.requiredText("name");
    if (name.indexOf('/') >= 0) {
      throw table.mistake("name", "expected a name without a slash");
    }
    return name;
  }

  /** A key that has to be there is not. */
  WorkspaceProblem missing(String key, String expected) {
    ConfigMistake mistake =
        table.mistake("", "the key \"" + key + "\" is missing: expected " + expected);
    return ConfigProblems.of(ProblemKind.CONFIG_MISSING, root, mistake);
  }
}
