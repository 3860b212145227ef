package io.polyplug.wire;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes compact envelopes, each into one array of the right size. Safe from any thread. */
final class EnvelopeEncoder {
  private static final byte[] REQUEST = Ascii.bytes("{\"jsonrpc\":\"2.0\",\"id\":");
  private static final byte[] METHOD_AFTER_ID = Ascii.bytes(",\"method\":\"");
  private static final byte[] NOTIFICATION = Ascii.bytes("{\"jsonrpc\":\"2.0\",\"method\":\"");
  private static final byte[] PARAMS = Ascii.bytes("\",\"params\":");
  private static final byte[] QUOTE = Ascii.bytes("\"");
  private static final byte[] RESULT = Ascii.bytes(",\"result\":");
  private static final byte[] ERROR = Ascii.bytes(",\"error\":");

  /** Room in front of a request for its beginning and for the largest id. */
  private static final int REQUEST_ROOM = REQUEST.length + 19;

  private final boolean asciiOnly;
  private final boolean paramsWhenEmpty;

  EnvelopeEncoder(Dialect dialect) {
    asciiOnly = dialect.asciiOnly();
    paramsWhenEmpty = dialect.emptyParams() == Dialect.EmptyParams.EMPTY_OBJECT;
  }

  /** All of a request but its id, which is known when its place in the queue is. */
  FrameBytes requestWithoutId(String method, @Nullable Json params) {
    return withMethod(METHOD_AFTER_ID, method, params, REQUEST_ROOM);
  }

  /** Completes {@link #requestWithoutId}; the id is positive. */
  static void prependId(FrameBytes request, long id) {
    request.prependNumber(id);
    request.prepend(REQUEST);
  }

  FrameBytes notification(String method, @Nullable Json params) {
    return withMethod(NOTIFICATION, method, params, 0);
  }

  FrameBytes result(Id id, Json result) {
    return reply(id, RESULT, result);
  }

  FrameBytes error(Id id, ErrorObject error) {
    return reply(id, ERROR, error.toJson());
  }

  private FrameBytes withMethod(byte[] start, String method, @Nullable Json given, int room) {
    Json params = given == null && paramsWhenEmpty ? Json.EMPTY_OBJECT : given;
    Json payload = params == null ? null : ascii(params);
    byte[] before = payload == null ? QUOTE : PARAMS;
    byte[] name = name(method);
    int payloadLength = payload == null ? 0 : payload.length();
    int offset = FrameBytes.HEADROOM + room;
    int size = start.length + name.length + before.length + payloadLength + 1;
    byte[] array = new byte[offset + size + FrameBytes.TAILROOM];
    int at = put(start, array, offset);
    at = put(name, array, at);
    at = put(before, array, at);
    if (payload != null) {
      payload.copyTo(array, at);
      at += payloadLength;
    }
    array[at] = '}';
    return new FrameBytes(array, offset, at + 1);
  }

  private FrameBytes reply(Id id, byte[] member, Json value) {
    Json payload = ascii(value);
    Json echoed = ascii(id.toJson());
    int size = REQUEST.length + echoed.length() + member.length + payload.length() + 1;
    byte[] array = new byte[FrameBytes.HEADROOM + size + FrameBytes.TAILROOM];
    int at = put(REQUEST, array, FrameBytes.HEADROOM);
    echoed.copyTo(array, at);
    at = put(member, array, at + echoed.length());
    payload.copyTo(array, at);
    at += payload.length();
    array[at] = '}';
    return new FrameBytes(array, FrameBytes.HEADROOM, at + 1);
  }

  private static int put(byte[] source, byte[] target, int at) {
    System.arraycopy(source, 0, target, at, source.length);
    return at + source.length;
  }

  private Json ascii(Json value) {
    return !asciiOnly || Utf8.isAscii(value.array(), value.offset(), value.length())
        ? value
        : Json.ofTrusted(Utf8.escapeNonAscii(value.array(), value.offset(), value.length()));
  }

  /** The method between its quotes. */
  private byte[] name(String method) {
    for (int i = 0; i < method.length(); i++) {
      char c = method.charAt(i);
      if (c < 0x20 || c > 0x7E || c == '"' || c == '\\') {
        byte[] quoted = ascii(Json.string(method)).toByteArray();
        return Arrays.copyOfRange(quoted, 1, quoted.length - 1);
      }
    }
    return Ascii.bytes(method);
  }
}
