package io.polyplug.host.config;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * One table of a configuration file, read key by key: a value of the wrong type, and at {@link
 * #finish} every key that nobody asked for, is a {@link ConfigMistake} that names its place.
 *
 * <p>Used by one thread.
 */
public final class ConfigTable {
  private final Path file;
  private final TomlLines lines;
  private final String path;
  private final Map<String, Object> members;
  private final Set<String> asked = new HashSet<>();

  ConfigTable(Path file, TomlLines lines, String path, Map<String, Object> members) {
    this.file = file;
    this.lines = lines;
    this.path = path;
    this.members = members;
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
    Object value = value(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!(value instanceof String text)) {
      throw mistake(key, "expected a text, found " + seen(value));
    }
    return Optional.of(withoutNul(key, text));
  }

  /** A list of texts, if it is there. */
  public Optional<List<String>> texts(String key) {
    Object value = value(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!(value instanceof List<?> list)) {
      throw mistake(key, "expected a list of texts, found " + seen(value));
    }
    List<String> texts = new ArrayList<>();
    for (Object element : list) {
      if (!(element instanceof String text)) {
        throw mistake(key, "expected a list of texts, found " + seen(element) + " in it");
      }
      texts.add(withoutNul(key, text));
    }
    return Optional.of(texts);
  }

  public Optional<Duration> duration(String key) {
    return text(key).map(value -> durationOf(key, value));
  }

  private Duration durationOf(String key, String text) {
    String found = ", found \"" + UntrustedText.excerpt(text, 40) + "\"";
    return DurationText.parse(text)
        .orElseThrow(() -> mistake(key, "expected " + DurationText.EXPECTED + found));
  }

  public Optional<Boolean> flag(String key) {
    Object value = value(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!(value instanceof Boolean flag)) {
      throw mistake(key, "expected true or false, found " + seen(value));
    }
    return Optional.of(flag);
  }

  /** A whole number from 1 upwards. */
  public Optional<Long> whole(String key) {
    Object value = value(key);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof TomlTree.Other(String digits) && digits.matches("[1-9][0-9]{0,17}")) {
      return Optional.of(Long.parseLong(digits));
    }
    throw mistake(key, "expected a whole number of at least 1, found " + seen(value));
  }

  /** A whole number in this range, both ends included. */
  public Optional<Long> whole(String key, long from, long to) {
    Object value = value(key);
    return value == null ? Optional.empty() : Optional.of(whole(key, value, from, to));
  }

  /** A list of whole numbers in this range, if it is there. */
  public Optional<List<Long>> wholes(String key, long from, long to) {
    Object value = value(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!(value instanceof List<?> list)) {
      throw mistake(key, "expected a list of whole numbers, found " + seen(value));
    }
    return Optional.of(
        list.stream().map(element -> whole(key, (Object) element, from, to)).toList());
  }

  private long whole(String key, Object value, long from, long to) {
    if (value instanceof TomlTree.Other(String digits) && isWhole(digits)) {
      long number = Long.parseLong(digits);
      if (number >= from && number <= to) {
        return number;
      }
    }
    String expected = "expected a whole number from " + from + " to " + to;
    throw mistake(key, expected + ", found " + seen(value));
  }

  /** By hand, because a pattern would cost whoever reads many small files more than the files. */
  private static boolean isWhole(String text) {
    int from = text.startsWith("-") ? 1 : 0;
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return text.length() > from && text.length() <= from + 18;
  }

  /** A list of durations, if it is there. */
  public Optional<List<Duration>> durations(String key) {
    return texts(key).map(texts -> texts.stream().map(text -> durationOf(key, text)).toList());
  }

  /** A table whose values may be anything, each as JSON; what JSON lacks becomes a text. */
  public Map<String, Json> anything(String key) {
    Optional<ConfigTable> table = table(key);
    Map<String, Json> values = new LinkedHashMap<>();
    for (String name : table.map(ConfigTable::keys).orElse(List.of())) {
      values.put(name, Json.write(out -> write(table.orElseThrow().members.get(name), out)));
    }
    return values;
  }

  /** A table whose values may be anything, with secrets by reference; if it is there. */
  public Optional<ConfigValue> valueWithSecrets(String key) {
    return table(key).map(table -> withSecrets(table, key));
  }

  private static ConfigValue withSecrets(ConfigTable table, String place) {
    Map<String, ConfigValue> values = new LinkedHashMap<>();
    if (table.members.containsKey("from_env") || table.members.containsKey("from_file")) {
      return new ConfigValue.Secret(place, SecretText.reference(table));
    }
    for (String name : table.keys()) {
      Object value = table.members.get(name);
      if (value instanceof List<?> list && list.stream().anyMatch(ConfigTable::hasSecret)) {
        throw table.mistake(name, "expected secrets in tables, found one in a list");
      }
      values.put(
          name,
          value instanceof Map<?, ?>
              ? withSecrets(table.table(name).orElseThrow(), place + "." + name)
              : new ConfigValue.Plain(Json.write(out -> write(value, out))));
    }
    return new ConfigValue.Table(values);
  }

  private static boolean hasSecret(@Nullable Object value) {
    return switch (value) {
      case List<?> list -> list.stream().anyMatch(ConfigTable::hasSecret);
      case Map<?, ?> map ->
          map.containsKey("from_env")
              || map.containsKey("from_file")
              || map.values().stream().anyMatch(ConfigTable::hasSecret);
      case null, default -> false;
    };
  }

  private static void write(@Nullable Object value, JsonGenerator out) {
    switch (value) {
      case Map<?, ?> map -> {
        out.writeStartObject();
        named(map)
            .forEach(
                (name, member) -> {
                  out.writeName(name);
                  write(member, out);
                });
        out.writeEndObject();
      }
      case List<?> list -> {
        out.writeStartArray();
        list.forEach(element -> write(element, out));
        out.writeEndArray();
      }
      case Boolean flag -> out.writeBoolean(flag);
      case TomlTree.Other(String text) when text.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?") ->
          out.writeRawValue(text);
      case TomlTree.Other(String text) -> out.writeString(text);
      case null -> out.writeNull();
      default -> out.writeString(value.toString());
    }
  }

  /** A table within this one, if it is there. */
  public Optional<ConfigTable> table(String key) {
    Object value = value(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!(value instanceof Map<?, ?> table)) {
      throw mistake(key, "expected a table, found " + seen(value));
    }
    return Optional.of(new ConfigTable(file, lines, pathOf(key), named(table)));
  }

  /** The tables of a {@code [[key]]} list; none if it is absent. */
  public List<ConfigTable> tables(String key) {
    Object value = value(key);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> list)) {
      throw mistake(key, "expected tables under [[" + key + "]], found " + seen(value));
    }
    List<ConfigTable> tables = new ArrayList<>();
    for (Object element : list) {
      if (!(element instanceof Map<?, ?> table)) {
        throw mistake(key, "expected tables under [[" + key + "]], found " + seen(element));
      }
      String place = pathOf(key) + "[" + tables.size() + "]";
      tables.add(new ConfigTable(file, lines, place, named(table)));
    }
    return tables;
  }

  /** The names of all keys, each counted as asked for: for tables whose keys are free. */
  public List<String> keys() {
    asked.addAll(members.keySet());
    return List.copyOf(members.keySet());
  }

  /** The value as it stands, for keys that take more than one type. */
  public Map<String, Object> textsOrTables(String key) {
    Optional<ConfigTable> table = table(key);
    Map<String, Object> values = new LinkedHashMap<>();
    if (table.isPresent()) {
      for (String name : table.get().keys()) {
        Object value = table.get().members.get(name);
        if (value instanceof Map<?, ?>) {
          values.put(name, table.get().table(name).orElseThrow());
        } else if (value instanceof String text) {
          values.put(name, table.get().withoutNul(name, text));
        } else {
          throw table.get().mistake(name, "expected a text or a table, found " + seen(value));
        }
      }
    }
    return values;
  }

  /** Whether there is a list under the key, for keys that take more than one type. */
  public boolean isList(String key) {
    return value(key) instanceof List<?>;
  }

  /** Whether there is true or false under the key, for keys that take more than one type. */
  public boolean isFlag(String key) {
    return value(key) instanceof Boolean;
  }

  /** Whether there is anything under the key; asks for nothing. */
  public boolean has(String key) {
    return members.containsKey(key);
  }

  /** What stands under the key, in words that are safe to show. */
  public String found(String key) {
    return members.containsKey(key) ? seen(members.get(key)) : "nothing";
  }

  /** The keys that nobody asked for yet, in the order of the file. */
  public List<String> unasked() {
    return members.keySet().stream().filter(key -> !asked.contains(key)).toList();
  }

  /** Called when everything known was read: a key that is left is a mistake. */
  public void finish() {
    for (String key : members.keySet()) {
      if (!asked.contains(key)) {
        String known = String.join(", ", new TreeSet<>(asked));
        throw mistake(key, "unknown key: expected one of " + known);
      }
    }
  }

  /** A mistake at a key of this table, or at the table itself if the key is empty. */
  public ConfigMistake mistake(String key, String problem) {
    String full = key.isEmpty() ? path : pathOf(key);
    return new ConfigMistake(file, line(full), full, problem);
  }

  private int line(String full) {
    // Longer paths have no line of their own, and one of a million dots would take hours.
    String key = full.substring(0, Math.min(full.length(), TomlPositions.LONGEST_PATH + 16));
    while (!key.isEmpty()) {
      Integer line = lines.of(key);
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

  /** No path, argument or variable can hold one. */
  private String withoutNul(String key, String text) {
    if (text.indexOf('\0') >= 0) {
      throw mistake(key, "expected a text without NUL characters");
    }
    return text;
  }

  private @Nullable Object value(String key) {
    asked.add(key);
    return members.get(key);
  }

  /** What {@link TomlTree} makes has texts for keys. */
  @SuppressWarnings("unchecked")
  private static Map<String, Object> named(Map<?, ?> table) {
    return (Map<String, Object>) table;
  }

  private static String seen(@Nullable Object value) {
    return switch (value) {
      case String text -> "the text \"" + UntrustedText.excerpt(text, 40) + "\"";
      case List<?> _ -> "a list";
      case Map<?, ?> _ -> "a table";
      case TomlTree.Other(String text) -> UntrustedText.excerpt(text, 40);
      case null, default -> String.valueOf(value);
    };
  }
}
