package io.polyplug.rune;

import io.polyplug.base.UntrustedText;
import io.polyplug.rune.protocol.WhiteSpace;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object of a bundle's manifest, read member by member; a member of the wrong type spoils it.
 */
final class BundleObject {
  private final String where;
  private final Map<String, Json> members;

  private BundleObject(String where, Map<String, Json> members) {
    this.where = where;
    this.members = members;
  }

  static BundleObject of(Json manifest) throws InvalidBundle {
    if (manifest.kind() != Json.Kind.OBJECT) {
      throw new InvalidBundle(RuneBundles.MANIFEST + " must be a JSON object");
    }
    return new BundleObject("", JsonParts.members(manifest));
  }

  String required(String name) throws InvalidBundle {
    String text = text(name).orElse("");
    if (WhiteSpace.isBlank(text)) {
      throw new InvalidBundle("\"" + where + name + "\" is missing or blank", where + name);
    }
    return text;
  }

  Optional<String> text(String name) throws InvalidBundle {
    Json value = present(name);
    if (value == null) {
      return Optional.empty();
    }
    String text = value.stringValue();
    if (text == null) {
      throw wrong(name, "a text", value);
    }
    return Optional.of(withoutNul(name, text));
  }

  List<String> texts(String name) throws InvalidBundle {
    List<String> texts = new ArrayList<>();
    for (Json element : elements(name)) {
      String text = element.stringValue();
      if (text == null) {
        throw wrong(name, "a list of texts", element);
      }
      texts.add(withoutNul(name, text));
    }
    return texts;
  }

  /** No path, argument or variable can hold one. */
  private String withoutNul(String name, String text) throws InvalidBundle {
    if (text.indexOf('\0') >= 0) {
      throw new InvalidBundle("\"" + where + name + "\" contains a NUL character", where + name);
    }
    return text;
  }

  void oneOf(String name, Set<String> choices) throws InvalidBundle {
    Optional<String> text = text(name).filter(value -> !value.isEmpty());
    if (text.isPresent() && !choices.contains(text.get())) {
      throw new InvalidBundle(
          "\"%s%s\" must be one of %s, found %s"
              .formatted(
                  where,
                  name,
                  choices.stream().sorted().toList(),
                  HandshakeCheck.quoted(text.get())),
          where + name);
    }
  }

  void flag(String name) throws InvalidBundle {
    Json value = present(name);
    if (value != null && value.kind() != Json.Kind.BOOLEAN) {
      throw wrong(name, "true or false", value);
    }
  }

  Optional<Json> any(String name) {
    return Optional.ofNullable(present(name));
  }

  Optional<BundleObject> object(String name) throws InvalidBundle {
    Json value = present(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value.kind() != Json.Kind.OBJECT) {
      throw wrong(name, "an object", value);
    }
    return Optional.of(new BundleObject(where + name + ".", JsonParts.members(value)));
  }

  List<BundleObject> objects(String name) throws InvalidBundle {
    List<BundleObject> objects = new ArrayList<>();
    for (Json element : elements(name)) {
      if (element.kind() != Json.Kind.OBJECT) {
        throw wrong(name, "a list of objects", element);
      }
      String path = where + name + "[" + objects.size() + "].";
      objects.add(new BundleObject(path, JsonParts.members(element)));
    }
    return objects;
  }

  private List<Json> elements(String name) throws InvalidBundle {
    Json value = present(name);
    if (value == null) {
      return List.of();
    }
    if (value.kind() != Json.Kind.ARRAY) {
      throw wrong(name, "a list", value);
    }
    return JsonParts.elements(value);
  }

  private @Nullable Json present(String name) {
    Json value = members.get(name);
    return value == null || value.kind() == Json.Kind.NULL ? null : value;
  }

  private InvalidBundle wrong(String name, String expected, Json seen) {
    return new InvalidBundle(
        "\"%s%s\" must be %s, found %s"
            .formatted(where, name, expected, UntrustedText.excerpt(seen.toString(), 60)),
        where + name);
  }
}
