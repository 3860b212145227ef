package io.polyplug.mcp;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The members of one server in a file of servers, each with its place for those who look for it.
 */
final class EntryValues {
  /** A value of another type than it must have; the message says where and what. */
  static final class Wrong extends Exception {
    private static final long serialVersionUID = 1;

    Wrong(String message) {
      super(message);
    }
  }

  private static final int SHOWN = 40;

  private final String place;
  private final Map<String, Json> members;

  EntryValues(String place, Json entry) throws Wrong {
    this.place = place;
    if (entry.kind() != Json.Kind.OBJECT) {
      throw new Wrong(place + ": expected an object, found " + seen(entry));
    }
    this.members = JsonParts.members(entry);
  }

  Wrong wrong(String key, String problem) {
    return new Wrong(place + (key.isEmpty() ? "" : "." + key) + ": " + problem);
  }

  Optional<String> text(String key) throws Wrong {
    Json value = members.get(key);
    return value == null ? Optional.empty() : Optional.of(string(key, value));
  }

  private String string(String key, Json value) throws Wrong {
    String text = value.stringValue();
    if (text == null) {
      throw wrong(key, "expected a text, found " + seen(value));
    }
    if (text.indexOf('\0') >= 0) {
      throw wrong(key, "expected a text without NUL characters");
    }
    return text;
  }

  boolean flag(String key) throws Wrong {
    Json value = members.get(key);
    if (value != null && value.kind() != Json.Kind.BOOLEAN) {
      throw wrong(key, "expected true or false, found " + seen(value));
    }
    return value != null && value.toString().equals("true");
  }

  List<String> texts(String key) throws Wrong {
    Json value = members.get(key);
    if (value == null) {
      return List.of();
    }
    if (value.kind() != Json.Kind.ARRAY) {
      throw wrong(key, "expected a list of texts, found " + seen(value));
    }
    List<String> texts = new ArrayList<>();
    for (Json element : JsonParts.elements(value)) {
      texts.add(string(key + "[" + texts.size() + "]", element));
    }
    return texts;
  }

  /** Values by name; a number or a flag stands for its text, as other clients have it. */
  Map<String, String> named(String key) throws Wrong {
    Json value = members.get(key);
    if (value == null) {
      return Map.of();
    }
    if (value.kind() != Json.Kind.OBJECT) {
      throw wrong(key, "expected an object of texts, found " + seen(value));
    }
    Map<String, String> named = new LinkedHashMap<>();
    for (Map.Entry<String, Json> member : JsonParts.members(value).entrySet()) {
      String name = member.getKey();
      if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
        throw wrong(key, "expected names, found \"" + UntrustedText.excerpt(name, SHOWN) + "\"");
      }
      Json one = member.getValue();
      boolean plain = one.kind() == Json.Kind.NUMBER || one.kind() == Json.Kind.BOOLEAN;
      named.put(name, plain ? one.toString() : string(key + "." + name, one));
    }
    return named;
  }

  private static String seen(Json value) {
    return switch (value.kind()) {
      case STRING -> "the text " + UntrustedText.excerpt(value.toString(), SHOWN);
      case OBJECT -> "an object";
      case ARRAY -> "a list";
      case NUMBER, BOOLEAN, NULL ->
          UntrustedText.excerpt(value.toString(), SHOWN).toLowerCase(Locale.ROOT);
    };
  }
}
