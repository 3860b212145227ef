package io.polyplug.host.config;

import io.polyplug.base.UntrustedText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One table of a configuration file, read key by key: a value of the wrong type, and in the end
 * every key that nobody asked for, is a {@link ConfigMistake} that names its place.
 *
 * <p>Used by one thread.
 */
public final class ConfigTable {
  private final Path file;
  private final Map<String, Integer> lines;
  private final String path;
  private final JsonNode node;
  private final Set<String> asked = new TreeSet<>();

  ConfigTable(Path file, Map<String, Integer> lines, String path, JsonNode node) {
    this.file = file;
    this.lines = lines;
    this.path = path;
    this.node = node;
  }

  /** The file that this table stands in, absolute. */
  public Path file() {
    return file;
  }

  /** The folder of that file: what relative paths in it are relative to. */
  public Path folder() {
    Path parent = file.getParent();
    return parent == null ? Path.of("").toAbsolutePath() : parent;
  }

  /** A text that must be there and must not be blank. */
  public String requiredText(String key) {
    String value =
        text(key)
            .orElseThrow(() -> mistake("", "the key \"" + key + "\" is missing: expected a text"));
    if (value.isBlank()) {
      throw mistake(key, "expected a text that is not blank");
    }
    return value;
  }

  public Optional<String> text(String key) {
    JsonNode value = value(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isString()) {
      throw mistake(key, "expected a text, found " + seen(value));
    }
    return Optional.of(value.stringValue());
  }

  /** A list of texts, if it is there. */
  public Optional<List<String>> texts(String key) {
    JsonNode value = value(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isArray()) {
      throw mistake(key, "expected a list of texts, found " + seen(value));
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode element : value) {
      if (!element.isString()) {
        throw mistake(key, "expected a list of texts, found " + seen(element) + " in it");
      }
      texts.add(element.stringValue());
    }
    return Optional.of(texts);
  }

  public Optional<Duration> duration(String key) {
    return text(key)
        .map(
            value ->
                DurationText.parse(value)
                    .orElseThrow(
                        () ->
                            mistake(
                                key,
                                "expected "
                                    + DurationText.EXPECTED
                                    + ", found \""
                                    + UntrustedText.excerpt(value, 40)
                                    + "\"")));
  }

  public Optional<Boolean> flag(String key) {
    JsonNode value = value(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isBoolean()) {
      throw mistake(key, "expected true or false, found " + seen(value));
    }
    return Optional.of(value.booleanValue());
  }

  /** A table within this one, if it is there. */
  public Optional<ConfigTable> table(String key) {
    JsonNode value = value(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isObject()) {
      throw mistake(key, "expected a table, found " + seen(value));
    }
    return Optional.of(new ConfigTable(file, lines, pathOf(key), value));
  }

  /** The tables of a {@code [[key]]} list; none if it is absent. */
  public List<ConfigTable> tables(String key) {
    JsonNode value = value(key);
    if (value == null) {
      return List.of();
    }
    if (!value.isArray()) {
      throw mistake(key, "expected tables under [[" + key + "]], found " + seen(value));
    }
    List<ConfigTable> tables = new ArrayList<>();
    for (int i = 0; i < value.size(); i++) {
      JsonNode element = value.get(i);
      if (!element.isObject()) {
        throw mistake(key, "expected tables under [[" + key + "]], found " + seen(element));
      }
      tables.add(new ConfigTable(file, lines, pathOf(key) + "[" + i + "]", element));
    }
    return tables;
  }

  /** The names of all keys, each counted as asked for: for tables whose keys are free. */
  public List<String> keys() {
    asked.addAll(node.propertyNames());
    return List.copyOf(node.propertyNames());
  }

  /** The value as it stands, for keys that take more than one type. */
  public Map<String, Object> textsOrTables(String key) {
    Optional<ConfigTable> table = table(key);
    Map<String, Object> values = new LinkedHashMap<>();
    if (table.isPresent()) {
      for (String name : table.get().keys()) {
        JsonNode value = table.get().node.get(name);
        if (value.isObject()) {
          values.put(name, table.get().table(name).orElseThrow());
        } else if (value.isString()) {
          values.put(name, value.stringValue());
        } else {
          throw table.get().mistake(name, "expected a text or a table, found " + seen(value));
        }
      }
    }
    return values;
  }

  /** Called when everything known was read: a key that is left is a mistake. */
  public void finish() {
    for (String key : node.propertyNames()) {
      if (!asked.contains(key)) {
        throw mistake(key, "unknown key: expected one of " + String.join(", ", asked));
      }
    }
  }

  /** A mistake at a key of this table, or at the table itself if the key is empty. */
  public ConfigMistake mistake(String key, String problem) {
    String full = key.isEmpty() ? path : pathOf(key);
    return new ConfigMistake(file, line(full), full, problem);
  }

  private int line(String full) {
    String key = full;
    while (!key.isEmpty()) {
      Integer line = lines.get(key);
      if (line != null) {
        return line;
      }
      key = key.substring(0, Math.max(0, Math.max(key.lastIndexOf('.'), key.lastIndexOf('['))));
    }
    return 0;
  }

  private String pathOf(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private @Nullable JsonNode value(String key) {
    asked.add(key);
    return node.get(key);
  }

  private static String seen(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "the text \"" + UntrustedText.excerpt(value.stringValue(), 40) + "\"";
      case ARRAY -> "a list";
      case OBJECT -> "a table";
      default -> UntrustedText.excerpt(value.asString(), 40);
    };
  }
}
