package io.polyplug.bab;

import io.polyplug.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one map of a manifest. What is wrong is noted, and something usable given instead, so
 * that the rest can be read, too.
 */
final class ManifestFields {
  private final String path;
  private final Map<String, YamlValue> values;
  private final ManifestProblems problems;

  ManifestFields(String path, Map<String, YamlValue> values, ManifestProblems problems) {
    this.path = path;
    this.values = values;
    this.problems = problems;
  }

  Map<String, YamlValue> values() {
    return values;
  }

  String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  /** A string if it is there. */
  Optional<String> text(String key) {
    @Nullable YamlValue value = values.get(key);
    if (value instanceof YamlValue.Text(String text)) {
      return Optional.of(text);
    }
    return wrong(key, value, "a string");
  }

  /** A string that is not empty, if it is there. */
  Optional<String> filledText(String key) {
    Optional<String> text = text(key);
    if (text.isPresent() && text.get().isEmpty()) {
      problems.add(path(key), "must not be empty");
    }
    return text;
  }

  String requiredText(String key) {
    if (!has(key)) {
      problems.add(path(key), "missing");
    }
    return filledText(key).orElse("");
  }

  String matching(String key, Pattern pattern, String expected) {
    if (!has(key)) {
      problems.add(path(key), "missing");
      return "";
    }
    @Nullable YamlValue value = values.get(key);
    if (!(value instanceof YamlValue.Text(String text))) {
      this.<String>wrong(key, value, expected + " as a string");
      return "";
    }
    if (!pattern.matcher(text).matches()) {
      problems.add(
          path(key), "expected " + expected + ", found \"" + ManifestProblems.shown(text) + '"');
    }
    return text;
  }

  Optional<Boolean> flag(String key) {
    @Nullable YamlValue value = values.get(key);
    if (value instanceof YamlValue.Flag(boolean flag)) {
      return Optional.of(flag);
    }
    return wrong(key, value, "true or false");
  }

  /** A whole number in this range, if it is there. */
  Optional<Long> whole(String key, long from, long to) {
    return values.containsKey(key) ? whole(path(key), values.get(key), from, to) : Optional.empty();
  }

  /** As above, of an element of a list. */
  Optional<Long> whole(String where, @Nullable YamlValue value, long from, long to) {
    if (value instanceof YamlValue.Numeric(Json number)) {
      try {
        long whole = Long.parseLong(number.toString());
        if (whole >= from && whole <= to) {
          return Optional.of(whole);
        }
      } catch (NumberFormatException e) {
        // A fraction, or more than anybody means.
      }
    }
    problems.add(
        where,
        "expected a whole number of "
            + (to == Long.MAX_VALUE ? "at least " + from : from + " to " + to)
            + ", found "
            + (value == null ? "nothing" : value.kind()));
    return Optional.empty();
  }

  Optional<List<YamlValue>> list(String key) {
    @Nullable YamlValue value = values.get(key);
    if (value instanceof YamlValue.Items(List<YamlValue> items)) {
      return Optional.of(items);
    }
    return wrong(key, value, "a list");
  }

  Optional<ManifestFields> map(String key) {
    @Nullable YamlValue value = values.get(key);
    if (value instanceof YamlValue.Fields(Map<String, YamlValue> fields)) {
      return Optional.of(new ManifestFields(path(key), fields, problems));
    }
    return wrong(key, value, "a map");
  }

  private <T> Optional<T> wrong(String key, @Nullable YamlValue value, String expected) {
    if (value != null) {
      problems.add(path(key), "expected " + expected + ", found " + value.kind());
    }
    return Optional.empty();
  }
}
