package io.polyplug.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * One JSON value as the UTF-8 text it came as: numbers, escapes and the order of members stay
 * untouched until somebody binds it. Of members with the same name users take the last.
 *
 * <p>Immutable and safe from any thread. A value may be a part of a frame's array, which nobody
 * writes to again; it keeps that whole frame alive.
 */
public final class Json {
  /** How deep values may be nested, here and in {@link #parser()}. */
  public static final int MAX_DEPTH = 500;

  /** The value {@code null}. */
  public static final Json NULL = ofTrusted("null".getBytes(StandardCharsets.UTF_8));

  /** An object without members. */
  public static final Json EMPTY_OBJECT = ofTrusted("{}".getBytes(StandardCharsets.UTF_8));

  private static final int LONGEST_TOKEN = 256 << 20;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(LONGEST_TOKEN)
                  .maxNameLength(LONGEST_TOKEN)
                  .build())
          .build();

  /** What a JSON value can be. */
  public enum Kind {
    OBJECT,
    ARRAY,
    STRING,
    NUMBER,
    BOOLEAN,
    NULL
  }

  private final byte[] bytes;
  private final int offset;
  private final int length;

  private Json(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
  }

  /** The one JSON value in the text; throws {@link InvalidJson} if it is anything else. */
  public static Json parse(String text) {
    return checked(text.getBytes(StandardCharsets.UTF_8));
  }

  /** As {@link #parse(String)}; the bytes are copied. Malformed UTF-8 is not JSON. */
  public static Json parse(byte[] utf8) {
    return checked(utf8.clone());
  }

  /** As {@link #parse(byte[])}, with malformed UTF-8 replaced by U+FFFD first. */
  public static Json parseRepaired(byte[] utf8) {
    return checked(Utf8.repair(utf8.clone()));
  }

  /** Takes the array as it is: the caller knows that it is one JSON value and lets go of it. */
  public static Json ofTrusted(byte[] utf8) {
    return new Json(utf8, 0, utf8.length);
  }

  static Json slice(byte[] utf8, int from, int to) {
    return new Json(utf8, from, to - from);
  }

  private static Json checked(byte[] own) {
    JsonScanner scanner = new JsonScanner(own, 0, own.length);
    int start = scanner.skipBlanks(0);
    int end = scanner.onlyValue(start);
    if (end < 0) {
      throw scanner.failure();
    }
    return new Json(own, start, end - start);
  }

  /** A JSON string with this content. */
  public static Json string(String text) {
    return write(generator -> generator.writeString(text));
  }

  /** What the streaming generator writes: exactly one value. */
  public static Json write(Consumer<JsonGenerator> body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(64);
    try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      body.accept(generator);
    }
    return ofTrusted(out.toByteArray());
  }

  /** Writes an object: the braces are there already, the body writes the members. */
  public static Json object(Consumer<JsonGenerator> members) {
    return write(
        generator -> {
          generator.writeStartObject();
          members.accept(generator);
          generator.writeEndObject();
        });
  }

  /** Puts this value, byte for byte, where the generator expects one. */
  public void writeTo(JsonGenerator generator) {
    generator.writeRawValue(toString());
  }

  /** The same value without white space between its tokens, and so on one line. */
  public Json compact() {
    int blank = nextBlank(offset);
    if (blank == offset + length) {
      return this;
    }
    byte[] kept = new byte[length];
    int size = 0;
    int from = offset;
    while (blank < offset + length) {
      System.arraycopy(bytes, from, kept, size, blank - from);
      size += blank - from;
      from = blank + 1;
      blank = nextBlank(from);
    }
    System.arraycopy(bytes, from, kept, size, blank - from);
    return new Json(kept, 0, size + blank - from);
  }

  /** The next blank outside of strings, or the end; the index is never inside a string. */
  private int nextBlank(int from) {
    int end = offset + length;
    int i = from;
    while (i < end && bytes[i] != ' ' && bytes[i] != '\n' && bytes[i] != '\r' && bytes[i] != '\t') {
      if (bytes[i] == '"') {
        i++;
        while (bytes[i] != '"') {
          i += bytes[i] == '\\' ? 2 : 1;
        }
      }
      i++;
    }
    return i;
  }

  /** The number of bytes. */
  public int length() {
    return length;
  }

  /** A copy of the text. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(bytes, offset, offset + length);
  }

  /** Copies the text to a place in an array that has room for it. */
  public void copyTo(byte[] target, int at) {
    System.arraycopy(bytes, offset, target, at, length);
  }

  byte[] array() {
    return bytes;
  }

  int offset() {
    return offset;
  }

  /** A streaming parser in front of the value. The caller closes it. */
  public JsonParser parser() {
    return FACTORY.createParser(ObjectReadContext.empty(), bytes, offset, length);
  }

  /** What the value is, told by its first byte. */
  public Kind kind() {
    return kindOf(length == 0 ? 0 : bytes[offset]);
  }

  static Kind kindOf(int firstByte) {
    return switch (firstByte) {
      case '{' -> Kind.OBJECT;
      case '[' -> Kind.ARRAY;
      case '"' -> Kind.STRING;
      case 't', 'f' -> Kind.BOOLEAN;
      case 'n' -> Kind.NULL;
      default -> Kind.NUMBER;
    };
  }

  /** The content of a JSON string; null if this is no string. */
  public @Nullable String stringValue() {
    if (kind() != Kind.STRING) {
      return null;
    }
    for (int i = offset + 1; i < offset + length - 1; i++) {
      if (bytes[i] == '\\') {
        return unescaped();
      }
    }
    return new String(bytes, offset + 1, length - 2, StandardCharsets.UTF_8);
  }

  /**
   * The JSON value whose text this string holds; null if this is no string, or its content is not
   * the text of one value.
   */
  public @Nullable Json embedded() {
    if (kind() != Kind.STRING) {
      return null;
    }
    byte[] content = JsonText.unescape(bytes, offset + 1, offset + length - 1);
    if (content == null) {
      return null;
    }
    JsonScanner scanner = new JsonScanner(content, 0, content.length);
    int start = scanner.skipBlanks(0);
    int end = scanner.onlyValue(start);
    return end < 0 ? null : new Json(content, start, end - start);
  }

  private String unescaped() {
    try (JsonParser parser = parser()) {
      parser.nextToken();
      return parser.getString();
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Json that
        && Arrays.equals(
            bytes, offset, offset + length, that.bytes, that.offset, that.offset + that.length);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash;
  }

  /** The text. */
  @Override
  public String toString() {
    return new String(bytes, offset, length, StandardCharsets.UTF_8);
  }

  static Json orNull(@Nullable Json value) {
    return Objects.requireNonNullElse(value, NULL);
  }
}
