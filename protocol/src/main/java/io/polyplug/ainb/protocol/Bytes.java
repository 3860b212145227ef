package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A field of bytes: base64 when written; base64 or an array of numbers when read (6.3). */
public final class Bytes {
  private Bytes() {}

  /** The bytes; empty if the value is neither of the two forms. */
  public static Optional<byte[]> read(Json value) {
    return switch (value.kind()) {
      case STRING -> decode(Objects.requireNonNull(value.stringValue()));
      case ARRAY -> numbers(value);
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

  /** In one pass over the text: a frame has room for millions. */
  private static Optional<byte[]> numbers(Json array) {
    // Each takes a digit and a comma.
    byte[] bytes = new byte[array.length() / 2];
    int size = 0;
    try (JsonParser in = array.parser()) {
      in.nextToken();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        int value = octet(in);
        if (value < 0) {
          return Optional.empty();
        }
        bytes[size++] = (byte) value;
      }
    } catch (JacksonException tooLarge) {
      return Optional.empty();
    }
    return Optional.of(Arrays.copyOf(bytes, size));
  }

  private static int octet(JsonParser in) {
    // By length: minus zero is no octet, and its value does not tell.
    boolean digits = in.currentToken() == JsonToken.VALUE_NUMBER_INT && in.getStringLength() <= 3;
    int value = digits ? in.getIntValue() : -1;
    boolean minusZero = value == 0 && in.getStringLength() > 1;
    return value > 255 || minusZero ? -1 : value;
  }

  /** Base64 with padding. */
  public static String write(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
