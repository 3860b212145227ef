package io.polyplug.bento.protocol;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The members of an object, read one by one: what is missing or of the wrong type is thrown as a
 * {@link WrongShape} that names it. An optional member that is {@code null} is absent; members that
 * nobody asks for are nobody's business. Immutable.
 */
public final class Fields {
  private final String path;
  private final Map<String, Json> members;

  private Fields(String path, Map<String, Json> members) {
    this.path = path;
    this.members = members;
  }

  /** The members of what must be an object and is called this in messages. */
  public static Fields of(String what, Json value) throws WrongShape {
    return of(what, "", value);
  }

  private static Fields of(String what, String path, Json value) throws WrongShape {
    if (value.kind() != Json.Kind.OBJECT) {
      throw new WrongShape(what + " must be an object");
    }
    return new Fields(path, JsonParts.members(value));
  }

  private @Nullable Json present(String name) {
    Json value = members.get(name);
    return value == null || value.kind() == Json.Kind.NULL ? null : value;
  }

  private Json required(String name, String expected) throws WrongShape {
    Json value = present(name);
    if (value == null) {
      throw new WrongShape("\"" + path + name + "\" is missing, expected " + expected);
    }
    return value;
  }

  /** Whether there is such a member that is not null. */
  public boolean has(String name) {
    return present(name) != null;
  }

  /** A string that must be there. */
  public String text(String name) throws WrongShape {
    String text = required(name, "a string").stringValue();
    if (text == null) {
      throw wrong(name, "a string");
    }
    return text;
  }

  /** A string; empty if absent. */
  public Optional<String> optionalText(String name) throws WrongShape {
    return has(name) ? Optional.of(text(name)) : Optional.empty();
  }

  /** True or false; the other value if absent. */
  public boolean flag(String name, boolean otherwise) throws WrongShape {
    Json value = present(name);
    if (value == null) {
      return otherwise;
    }
    if (value.kind() != Json.Kind.BOOLEAN) {
      throw wrong(name, "true or false");
    }
    return value.toString().equals("true");
  }

  /** Whole number from 0 to 2^31-1 that must be there. */
  public int whole(String name) throws WrongShape {
    Json value = required(name, "a whole number");
    long number = digits(value);
    if (number < 0 || number > Integer.MAX_VALUE) {
      throw wrong(name, "a whole number that is not negative");
    }
    return (int) number;
  }

  /** A whole number of 32 bits that must be there. */
  public int signed(String name) throws WrongShape {
    Json value = required(name, "a whole number");
    try {
      if (value.kind() == Json.Kind.NUMBER && value.length() < 12) {
        return Integer.parseInt(value.toString());
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw wrong(name, "a whole number");
  }

  /** -1 for what is no plain whole number, or too long to matter. */
  private static long digits(Json value) {
    if (value.kind() != Json.Kind.NUMBER || value.length() > 18) {
      return -1;
    }
    long number = 0;
    for (byte digit : value.toByteArray()) {
      if (digit < '0' || digit > '9') {
        return -1;
      }
      number = number * 10 + (digit - '0');
    }
    return number;
  }

  /** Strings that must be there. */
  public List<String> texts(String name) throws WrongShape {
    List<String> texts = new ArrayList<>();
    for (Json element : array(name, "an array of strings")) {
      String text = element.stringValue();
      if (text == null) {
        throw wrong(name, "an array of strings");
      }
      texts.add(text);
    }
    return texts;
  }

  /** Strings; empty if absent. */
  public Optional<List<String>> optionalTexts(String name) throws WrongShape {
    return has(name) ? Optional.of(texts(name)) : Optional.empty();
  }

  private List<Json> array(String name, String expected) throws WrongShape {
    Json value = required(name, expected);
    if (value.kind() != Json.Kind.ARRAY) {
      throw wrong(name, expected);
    }
    return JsonParts.elements(value);
  }

  /** An object that must be there. */
  public Fields object(String name) throws WrongShape {
    return nested(name, required(name, "an object"));
  }

  /** An object; empty if absent. */
  public Optional<Fields> optionalObject(String name) throws WrongShape {
    return has(name) ? Optional.of(object(name)) : Optional.empty();
  }

  /** The objects of an array that must be there. */
  public List<Fields> objects(String name) throws WrongShape {
    List<Fields> objects = new ArrayList<>();
    for (Json element : array(name, "an array of objects")) {
      objects.add(nested(name + "[" + objects.size() + "]", element));
    }
    return objects;
  }

  /** The objects in this one, by name in the order of the text. */
  public Map<String, Fields> named() throws WrongShape {
    Map<String, Fields> objects = new LinkedHashMap<>();
    for (Map.Entry<String, Json> member : members.entrySet()) {
      objects.put(member.getKey(), nested(member.getKey(), member.getValue()));
    }
    return objects;
  }

  private Fields nested(String name, Json value) throws WrongShape {
    String full = path + UntrustedText.excerpt(name, 80);
    return of("\"" + full + "\"", full + ".", value);
  }

  /** The exception for a member that is something else. */
  public WrongShape wrong(String name, String expected) {
    return new WrongShape("\"" + path + name + "\" must be " + expected);
  }
}
