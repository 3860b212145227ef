package io.polyplug.conformance;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The members of an object of the plugin, judged one by one: what is there and of another type than
 * it should be fails the axis in words that name it. {@code null} is absent. Immutable.
 */
public final class Members {
  private final String what;
  private final Map<String, Json> all;

  private Members(String what, Map<String, Json> all) {
    this.what = what;
    this.all = all;
  }

  /** The members of what has to be an object and is called this in sentences. */
  public static Members of(String what, Json value) {
    if (value.kind() != Json.Kind.OBJECT) {
      throw new Violation(what + " is " + excerpt(value) + ", expected an object");
    }
    return new Members(what, JsonParts.members(value));
  }

  public boolean has(String name) {
    return value(name).isPresent();
  }

  public Optional<Json> value(String name) {
    return Optional.ofNullable(all.get(name)).filter(it -> it.kind() != Json.Kind.NULL);
  }

  /** All members by name. */
  public Map<String, Json> all() {
    return Map.copyOf(all);
  }

  /** A text that has to be there and to say something. */
  public String words(String name) {
    String text = text(name).orElse("");
    if (text.isBlank()) {
      throw new Violation(what + " has no \"" + name + "\", expected a text");
    }
    return text;
  }

  public Optional<String> text(String name) {
    return typed(name, Json.Kind.STRING, "a text").map(it -> String.valueOf(it.stringValue()));
  }

  public Optional<Boolean> flag(String name) {
    return typed(name, Json.Kind.BOOLEAN, "true or false").map(it -> it.toString().equals("true"));
  }

  /** A whole number, however it is written. */
  public Optional<Long> whole(String name) {
    Optional<Json> value = typed(name, Json.Kind.NUMBER, "a whole number");
    try {
      return value.map(it -> new BigDecimal(it.toString()).longValueExact());
    } catch (ArithmeticException | NumberFormatException e) {
      throw wrong(name, value.orElse(Json.NULL), "a whole number");
    }
  }

  public Optional<BigDecimal> number(String name) {
    return typed(name, Json.Kind.NUMBER, "a number").map(it -> new BigDecimal(it.toString()));
  }

  public Optional<Members> object(String name) {
    return typed(name, Json.Kind.OBJECT, "an object")
        .map(it -> of("\"" + name + "\" of " + what, it));
  }

  /** The elements of an array; empty if there is none. */
  public List<Json> elements(String name) {
    return typed(name, Json.Kind.ARRAY, "an array").map(JsonParts::elements).orElse(List.of());
  }

  private Optional<Json> typed(String name, Json.Kind kind, String expected) {
    Optional<Json> value = value(name);
    if (value.isPresent() && value.get().kind() != kind) {
      throw wrong(name, value.get(), expected);
    }
    return value;
  }

  private Violation wrong(String name, Json value, String expected) {
    return new Violation(
        "\"%s\" of %s is %s, expected %s".formatted(name, what, excerpt(value), expected));
  }

  private static String excerpt(Json value) {
    return UntrustedText.excerpt(value.toString(), 80);
  }
}
