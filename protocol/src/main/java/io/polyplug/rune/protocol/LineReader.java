package io.polyplug.rune.protocol;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the known members of one object by the rules of section 4: a known member of the wrong type
 * spoils the line; null reads as empty or absent; unknown members do not matter; the last of two
 * members with the same name counts.
 */
final class LineReader {
  private static final int EXCERPT = 60;

  private final String where;
  private final Map<String, Json> members;

  private LineReader(String where, Map<String, Json> members) {
    this.where = where;
    this.members = members;
  }

  /** The object that a line is. */
  static LineReader of(byte[] line) throws MalformedLine {
    String text = WhiteSpace.trim(new String(line, StandardCharsets.UTF_8));
    if (text.isEmpty()) {
      throw new MalformedLine("a blank line");
    }
    Json json;
    try {
      json = Json.parse(text);
    } catch (InvalidJson e) {
      throw new MalformedLine(
          "\"%s\", which is not one JSON value: %s"
              .formatted(UntrustedText.excerpt(text, EXCERPT), e.getMessage()));
    }
    if (json.kind() != Json.Kind.OBJECT) {
      throw new MalformedLine(
          "\"" + UntrustedText.excerpt(text, EXCERPT) + "\", which is not an object");
    }
    return new LineReader("", JsonParts.members(json));
  }

  /** A text; empty if absent or null. */
  String text(String name) throws MalformedLine {
    Json value = known(name);
    if (value == null) {
      return "";
    }
    String text = value.stringValue();
    if (text == null) {
      throw wrong(name, "a text", value);
    }
    return text;
  }

  /** A list of texts; empty if absent or null; a null element is an empty text. */
  List<String> texts(String name) throws MalformedLine {
    Json value = known(name);
    if (value == null) {
      return List.of();
    }
    if (value.kind() != Json.Kind.ARRAY) {
      throw wrong(name, "a list of texts", value);
    }
    List<String> texts = new ArrayList<>();
    for (Json element : JsonParts.elements(value)) {
      String text = element.kind() == Json.Kind.NULL ? "" : element.stringValue();
      if (text == null) {
        throw wrong(name, "a list of texts", value);
      }
      texts.add(text);
    }
    return texts;
  }

  /** An object's members; none if absent or null. */
  Optional<LineReader> object(String name) throws MalformedLine {
    Json value = known(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value.kind() != Json.Kind.OBJECT) {
      throw wrong(name, "an object", value);
    }
    return Optional.of(new LineReader(where + name + ".", JsonParts.members(value)));
  }

  /** Any value, null included; empty only if absent. */
  Optional<Json> any(String name) {
    return Optional.ofNullable(members.get(name));
  }

  private @Nullable Json known(String name) {
    Json value = members.get(name);
    return value == null || value.kind() == Json.Kind.NULL ? null : value;
  }

  private MalformedLine wrong(String name, String expected, Json seen) {
    return new MalformedLine(
        "a line whose \"%s%s\" is not %s but %s"
            .formatted(where, name, expected, UntrustedText.excerpt(seen.toString(), EXCERPT)));
  }
}
