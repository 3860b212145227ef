package io.polyplug.host.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A value of a plugin's environment as the configuration gives it: the text itself, or where to
 * find it at the moment of a start, so that secrets are never pasted into a file.
 */
public sealed interface SecretText {
  /** The text itself. */
  record Literal(String text) implements SecretText {}

  /** The value of a variable of the host's environment. */
  record FromEnvironment(String name) implements SecretText {}

  /** The content of a file, without the line break at its end. */
  record FromFile(Path file) implements SecretText {}

  /** No secret is longer than this. */
  int MAX_BYTES = 64 * 1024;

  /**
   * Reads a table of values: {@code "text"}, {@code { from_env = "X" }} or {@code { from_file = "X"
   * }}.
   */
  static Map<String, SecretText> read(ConfigTable table, String key) {
    Map<String, SecretText> values = new LinkedHashMap<>();
    table
        .textsOrTables(key)
        .forEach(
            (name, value) -> {
              if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
                throw table.mistake(key, "expected names of variables, found \"" + name + "\"");
              }
              values.put(
                  name, value instanceof ConfigTable from ? reference(from) : literal(value));
            });
    return values;
  }

  private static SecretText literal(Object text) {
    return new Literal((String) text);
  }

  private static SecretText reference(ConfigTable table) {
    var variable = table.text("from_env");
    var file = table.text("from_file");
    table.finish();
    if (variable.isPresent() == file.isPresent()) {
      throw table.mistake("", "expected exactly one of from_env and from_file");
    }
    return variable.isPresent()
        ? new FromEnvironment(variable.get())
        : new FromFile(table.folder().resolve(file.orElseThrow()));
  }

  /**
   * The text, found now; the exception's message says what is missing and where it was looked for.
   */
  default String resolve(Map<String, String> environment) throws IOException {
    return switch (this) {
      case Literal(String text) -> text;
      case FromEnvironment(String name) -> {
        String value = environment.get(name);
        if (value == null) {
          throw new IOException("the variable " + name + " is not set in the host's environment");
        }
        yield value;
      }
      case FromFile(Path file) -> {
        try {
          if (Files.size(file) > MAX_BYTES) {
            throw new IOException("the file " + file + " is larger than " + MAX_BYTES + " bytes");
          }
          yield Files.readString(file).stripTrailing();
        } catch (NoSuchFileException e) {
          throw new IOException("the file " + file + " does not exist", e);
        }
      }
    };
  }
}
