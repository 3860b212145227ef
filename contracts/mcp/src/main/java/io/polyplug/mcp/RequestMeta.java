package io.polyplug.mcp;

import io.polyplug.mcp.protocol.Implementation;
import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What every request says of this end, encoded once: a call then costs one array of the right size.
 * Immutable; safe from any thread.
 */
final class RequestMeta {
  /** A legacy server was told everything in the handshake. */
  static final RequestMeta LEGACY = new RequestMeta(new byte[0]);

  static final byte[] NOTHING = new byte[0];

  private static final byte[] OPEN = ascii("{");
  private static final byte[] META = ascii("\"_meta\":{");
  private static final byte[] COMMA = ascii(",");
  private static final byte[] CLOSE = ascii("}");
  private static final byte[] TOKEN = ascii("\"" + MetaKeys.PROGRESS_TOKEN + "\":");

  private final byte[] members;

  private RequestMeta(byte[] members) {
    this.members = members;
  }

  static RequestMeta modern(
      String version, Implementation client, Json capabilities, Optional<LogLevel> level) {
    return new RequestMeta(
        inside(
            Json.object(
                out -> {
                  out.writeStringProperty(MetaKeys.VERSION, version);
                  out.writeName(MetaKeys.CLIENT_INFO);
                  client.toJson().writeTo(out);
                  out.writeName(MetaKeys.CLIENT_CAPABILITIES);
                  capabilities.writeTo(out);
                  level.ifPresent(it -> out.writeStringProperty(MetaKeys.LOG_LEVEL, it.word()));
                })));
  }

  /** The members of an object as they stand between its braces. */
  static byte[] inside(Json object) {
    byte[] text = object.compact().toByteArray();
    return Arrays.copyOfRange(text, 1, text.length - 1);
  }

  /** Whether a request without members of its own has params all the same. */
  boolean isEmpty() {
    return members.length == 0;
  }

  /** Params of these members. */
  Json params(Json object) {
    return params(inside(object), null, NOTHING, 0, Map.of());
  }

  /**
   * Params of members in three parts, of which each may be empty, and the metadata.
   *
   * @param value stands after the head, which then ends with its name
   * @param token a progress token, 0 for none
   * @param extra further metadata of this request
   */
  Json params(
      byte[] head, @Nullable Json value, byte[] rest, long token, Map<String, String> extra) {
    byte[] number = token == 0 ? NOTHING : ascii(Long.toString(token));
    byte[] more =
        extra.isEmpty()
            ? NOTHING
            : inside(Json.object(out -> extra.forEach(out::writeStringProperty)));
    boolean own = head.length > 0 || rest.length > 0;
    boolean meta = members.length > 0 || token != 0 || more.length > 0;
    int size = 2 + head.length + (value == null ? 0 : value.length()) + rest.length;
    // What is between the parts of the metadata is at most this; without any it fits exactly.
    int most = META.length + members.length + TOKEN.length + number.length + more.length + 4;
    Bytes out = new Bytes(meta ? size + most : size);
    out.add(OPEN).add(head);
    if (value != null) {
      out.add(value);
    }
    out.add(rest);
    if (meta) {
      out.add(own ? COMMA : NOTHING).add(META).add(members);
      boolean first = members.length == 0;
      if (token != 0) {
        out.add(first ? NOTHING : COMMA).add(TOKEN).add(number);
        first = false;
      }
      if (more.length > 0) {
        out.add(first ? NOTHING : COMMA).add(more);
      }
      out.add(CLOSE);
    }
    return out.add(CLOSE).json();
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** An array that is filled once. */
  private static final class Bytes {
    private final byte[] array;
    private int size;

    Bytes(int most) {
      array = new byte[most];
    }

    Bytes add(byte[] part) {
      System.arraycopy(part, 0, array, size, part.length);
      size += part.length;
      return this;
    }

    Bytes add(Json part) {
      part.copyTo(array, size);
      size += part.length();
      return this;
    }

    Json json() {
      return Json.ofTrusted(size == array.length ? array : Arrays.copyOf(array, size));
    }
  }
}
