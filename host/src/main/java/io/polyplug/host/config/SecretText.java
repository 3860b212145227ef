package io.polyplug.host.config;

import io.polyplug.base.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

  /** A text in which {@code ${NAME}} stands for variables of the host's environment. */
  record Filled(VariableText text) implements SecretText {}

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

  /** Reads one {@code { from_env = "X" }} or {@code { from_file = "X" }}. */
  static SecretText reference(ConfigTable table) {
    var variable = table.text("from_env");
    var file = table.text("from_file");
    table.finish();
    if (variable.filter(String::isBlank).isPresent() || file.filter(String::isBlank).isPresent()) {
      throw table.mistake("", "expected a name that is not blank");
    }
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
      case Filled(VariableText text) -> text.fill(environment);
      case FromFile(Path file) -> content(file);
    };
  }

  private static String content(Path file) throws IOException {
    byte[] bytes;
    try {
      bytes = SmallFile.read(file, MAX_BYTES);
    } catch (SmallFile.Unfit e) {
      throw new IOException("the file " + file + " " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException("the file " + file + " cannot be read: " + FileProblem.of(e, file), e);
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.indexOf('\0') >= 0) {
      throw new IOException("the file " + file + " contains a NUL character");
    }
    return text.endsWith("\r\n")
        ? text.substring(0, text.length() - 2)
        : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }
}
