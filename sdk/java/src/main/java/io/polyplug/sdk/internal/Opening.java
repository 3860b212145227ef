package io.polyplug.sdk.internal;

import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Which contract the host speaks, told by its first message, which stays in the input. */
enum Opening {
  /** The input was over before anything came. */
  NOTHING,
  RUNE,
  BOWIRE,
  MCP,
  OWN_LINES,
  AINB,
  BENTO,
  OWN_HEADERS;

  /** Looks; requests that tell no contract are answered that nobody knows them. */
  static Opening of(HostInput in, HostOutput out) throws IOException, NotSpoken {
    int first = in.firstByte();
    if (first < 0) {
      return NOTHING;
    }
    return first == '{' ? line(in) : headers(in, out);
  }

  private static Opening line(HostInput in) throws IOException, NotSpoken {
    int mark = in.mark();
    byte[] line = in.line();
    in.giveBack(mark);
    Json message = parse(line == null ? new byte[0] : line);
    @Nullable Json[] found = JsonParts.find(message, "type", "method", "params");
    if (isText(found[0], "handshake")) {
      return RUNE;
    }
    if (isText(found[1], "initialize")) {
      if (member(found[2], "expectedProtocolId") != null
          || member(found[2], "hostVersion") != null) {
        return BOWIRE;
      }
      if (isText(member(found[2], "contract"))) {
        return OWN_LINES;
      }
    }
    return MCP;
  }

  private static Opening headers(HostInput in, HostOutput out) throws IOException, NotSpoken {
    while (true) {
      int mark = in.mark();
      byte[] body = in.body();
      if (body == null) {
        return NOTHING;
      }
      @Nullable Json[] found = JsonParts.find(parse(body), "id", "method", "params");
      Opening told = headers(found[1], found[2]);
      if (told != NOTHING) {
        in.giveBack(mark);
        return told;
      }
      if (found[0] != null && found[1] != null) {
        refuse(found[0], String.valueOf(found[1].stringValue()), out);
      }
    }
  }

  private static Opening headers(@Nullable Json method, @Nullable Json params) {
    if (isText(method, "plugin/init")) {
      return AINB;
    }
    if (!isText(method, "initialize")) {
      return NOTHING;
    }
    if (member(params, "bento_version") != null) {
      return BENTO;
    }
    return isText(member(params, "contract")) ? OWN_HEADERS : NOTHING;
  }

  private static Json parse(byte[] text) throws NotSpoken {
    try {
      Json message = Json.parse(text);
      if (message.kind() == Json.Kind.OBJECT) {
        return message;
      }
    } catch (InvalidJson e) {
      // Said below.
    }
    throw new NotSpoken("a message that is not a JSON object");
  }

  private static @Nullable Json member(@Nullable Json params, String name) {
    return params == null || params.kind() != Json.Kind.OBJECT
        ? null
        : JsonParts.find(params, name)[0];
  }

  private static boolean isText(@Nullable Json value) {
    return value != null && value.kind() == Json.Kind.STRING;
  }

  private static boolean isText(@Nullable Json value, String text) {
    return value != null && text.equals(value.stringValue());
  }

  private static void refuse(Json id, String method, HostOutput out) throws IOException {
    ErrorObject error =
        new ErrorObject(ErrorObject.METHOD_NOT_FOUND, "method not found: " + method);
    byte[] body = Envelopes.error(id, error).toByteArray();
    byte[] header =
        ("Content-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    out.write(header, 0, header.length);
    out.write(body, 0, body.length);
    out.flush();
  }
}
