package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** A file of {@code KEY=VALUE} lines (section 12). */
final class EnvFile {
  static final String NAME = "env";

  private static final int MOST_BYTES = 1 << 20;
  private static final Pattern KEY = Pattern.compile("[A-Z_][A-Z0-9_]*");
  private static final String EXPORT = "export ";

  private EnvFile() {}

  /** The file of that folder; nothing if it has none. */
  static Map<String, String> read(Path folder) throws PluginFiles.Unusable {
    try {
      String text = PluginFiles.text(folder, NAME, MOST_BYTES);
      return parse(text, folder.resolve(NAME).toString());
    } catch (NoSuchFileException e) {
      return Map.of();
    }
  }

  /** The user's own file, wherever it is kept: it may be a link to anywhere. */
  static Map<String, String> readGlobal(Path base) throws PluginFiles.Unusable {
    try {
      Path file = base.resolve(NAME).toRealPath();
      Path folder = Objects.requireNonNull(file.getParent());
      String text = PluginFiles.text(folder, String.valueOf(file.getFileName()), MOST_BYTES);
      return parse(text, base.resolve(NAME).toString());
    } catch (NoSuchFileException e) {
      return Map.of();
    } catch (IOException e) {
      throw new PluginFiles.Unusable(
          UntrustedText.escape(base.resolve(NAME) + " cannot be read: " + e));
    }
  }

  /** Values are never told: they may be secrets. */
  static Map<String, String> parse(String text, String file) throws PluginFiles.Unusable {
    Map<String, String> variables = new LinkedHashMap<>();
    List<String> lines = List.of(text.split("\n", -1));
    for (int i = 0; i < lines.size(); i++) {
      String line = JsText.trim(lines.get(i));
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String where = UntrustedText.escape(file) + ", line " + (i + 1) + ": ";
      String assignment =
          line.startsWith(EXPORT) ? JsText.trim(line.substring(EXPORT.length())) : line;
      int equals = assignment.indexOf('=');
      if (equals < 0) {
        throw new PluginFiles.Unusable(where + "expected KEY=VALUE");
      }
      String key = assignment.substring(0, equals);
      if (!KEY.matcher(key).matches()) {
        throw new PluginFiles.Unusable(
            where
                + "expected a name of upper-case letters, digits and '_', found \""
                + UntrustedText.excerpt(key, 80)
                + '"');
      }
      variables.put(key, value(JsText.trim(assignment.substring(equals + 1)), where));
    }
    return Collections.unmodifiableMap(variables);
  }

  private static String value(String text, String where) throws PluginFiles.Unusable {
    if (text.indexOf('\0') >= 0) {
      throw new PluginFiles.Unusable(where + "a value cannot contain a NUL character");
    }
    if (!text.startsWith("\"") && !text.startsWith("'")) {
      return text;
    }
    if (text.length() < 2 || text.charAt(0) != text.charAt(text.length() - 1)) {
      throw new PluginFiles.Unusable(where + "the quote at the start of the value is not closed");
    }
    return text.substring(1, text.length() - 1);
  }
}
