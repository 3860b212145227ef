package io.polyplug.conformance.rpc;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Collection;
import java.util.stream.Collectors;

/** What people would read in a value. */
public final class Texts {
  private Texts() {}

  /** All texts in a value, one after another; a text that is itself JSON is taken apart too. */
  public static String in(Json value) {
    return switch (value.kind()) {
      case OBJECT -> all(JsonParts.members(value).values());
      case ARRAY -> all(JsonParts.elements(value));
      case STRING -> {
        Json inner = value.embedded();
        yield inner == null ? String.valueOf(value.stringValue()) : in(inner);
      }
      case NUMBER, BOOLEAN, NULL -> value.toString();
    };
  }

  private static String all(Collection<Json> values) {
    return values.stream().map(Texts::in).collect(Collectors.joining("\n"));
  }
}
