package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A field of bytes: base64 when written; base64 or an array of numbers when read (6.3). */
public final class Bytes {
  private Bytes() {}

  /** The bytes; empty if the value is neither of the two forms. */
  public static Optional<byte[]> read(Json value) {
    return switch (value.kind()) {
      case STRING -> decode(Objects.requireNonNull(value.stringValue()));
      case ARRAY -> numbers(JsonParts.elements(value));
      case OBJECT, NUMBER, BOOLEAN, NULL -> Optional.empty();
    };
  }

  private static Optional<byte[]> decode(String text) {
    // The JDK's decoder takes text without padding; the contract does not.
    if (text.length() % 4 != 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  private static Optional<byte[]> numbers(List<Json> elements) {
    byte[] bytes = new byte[elements.size()];
    for (int i = 0; i < bytes.length; i++) {
      int value = octet(elements.get(i));
      if (value < 0) {
        return Optional.empty();
      }
      bytes[i] = (byte) value;
    }
    return Optional.of(bytes);
  }

  private static int octet(Json element) {
    String text = element.toString();
    if (element.kind() != Json.Kind.NUMBER || text.length() > 3 || !text.matches("[0-9]+")) {
      return -1;
    }
    int value = Integer.parseInt(text);
    return value <= 255 ? value : -1;
  }

  /** Base64 with padding. */
  public static String write(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
