package io.polyplug.bowire;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.config.JsonPositions;
import io.polyplug.host.config.TextPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * An object of a manifest, read as leniently as the contract says (2.2): comments, trailing commas,
 * names in any case. Of two members with the same name the last counts. Immutable.
 */
final class LenientObject {
  private static final int MAX_DEPTH = 32;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private final String path;
  private final Map<String, Object> members;

  private LenientObject(String path, Map<String, Object> members) {
    this.path = path;
    this.members = members;
  }

  static LenientObject parse(String text) throws InvalidManifest {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new InvalidManifest("it is not a JSON object");
      }
      LenientObject root = new LenientObject("", object(parser));
      if (parser.nextToken() != null) {
        throw new InvalidManifest("something follows the JSON object");
      }
      return root;
    } catch (StreamConstraintsException e) {
      throw new InvalidManifest("it is nested too deeply or holds too long a text");
    } catch (JacksonException e) {
      TokenStreamLocation place = e.getLocation();
      throw new InvalidManifest(
          "it is not JSON: "
              + UntrustedText.excerpt(problem(e), 200)
              + (place == null ? "" : " (line " + place.getLineNr() + ")"),
          place == null ? TextPlace.NONE : JsonPositions.place(place));
    }
  }

  /** The parser's words without what it says about itself. */
  private static String problem(JacksonException e) {
    String message = e.getOriginalMessage();
    int source = message.indexOf("[Source");
    return (source < 0 ? message : message.substring(0, source)).strip();
  }

  private static Map<String, Object> object(JsonParser parser) {
    Map<String, Object> members = new HashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName().toLowerCase(Locale.ROOT);
      parser.nextToken();
      Object value = value(parser);
      members.put(name, value == null ? Null.NULL : value);
    }
    return members;
  }

  /** Texts, whole numbers, maps and lists as such; anything else as a {@link Other}. */
  private static @Nullable Object value(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> {
        List<@Nullable Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(parser));
        }
        yield list;
      }
      case VALUE_STRING -> parser.getString();
      case VALUE_NULL -> null;
      default -> new Other(parser.getString());
    };
  }

  /** A member that is there and null. */
  private enum Null {
    NULL
  }

  /** A number or a truth value, as it is written. */
  private record Other(String text) {}

  private @Nullable Object get(String name) {
    Object value = members.get(name.toLowerCase(Locale.ROOT));
    return value instanceof Null ? null : value;
  }

  /** Whether the member is there and {@code null}. */
  boolean isNull(String name) {
    return members.get(name.toLowerCase(Locale.ROOT)) instanceof Null;
  }

  Optional<String> text(String name) throws InvalidManifest {
    Object value = get(name);
    if (value != null && !(value instanceof String)) {
      throw wrong(name, "a text");
    }
    return Optional.ofNullable((String) value);
  }

  /** A text that is there and says something. */
  String words(String name) throws InvalidManifest {
    return text(name)
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> new InvalidManifest("\"" + path + name + "\" is missing", path + name));
  }

  List<String> texts(String name) throws InvalidManifest {
    Object value = get(name);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> list)) {
      throw wrong(name, "a list of texts");
    }
    List<String> texts = new ArrayList<>();
    for (Object element : list) {
      if (!(element instanceof String text)) {
        throw wrong(name, "a list of texts");
      }
      texts.add(text);
    }
    return texts;
  }

  /** A whole number from 0 upwards. */
  Optional<Long> whole(String name) throws InvalidManifest {
    Object value = get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof Other(String digits) && digits.matches("[0-9]{1,9}")) {
      return Optional.of(Long.parseLong(digits));
    }
    throw wrong(name, "a whole number of at least 0");
  }

  @SuppressWarnings("unchecked") // Maps are made here only, with texts for keys.
  Optional<LenientObject> object(String name) throws InvalidManifest {
    Object value = get(name);
    if (value != null && !(value instanceof Map<?, ?>)) {
      throw wrong(name, "an object");
    }
    return Optional.ofNullable((Map<String, Object>) value)
        .map(nested -> new LenientObject(path + name + ".", nested));
  }

  boolean has(String name) {
    return get(name) != null;
  }

  /** The names, in lower case, that are not among the known ones. */
  Set<String> unknown(Set<String> known) {
    Set<String> unknown = new TreeSet<>(members.keySet());
    known.forEach(name -> unknown.remove(name.toLowerCase(Locale.ROOT)));
    return unknown;
  }

  InvalidManifest wrong(String name, String expected) {
    return new InvalidManifest("\"" + path + name + "\" must be " + expected, path + name);
  }
}
