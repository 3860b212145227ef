package io.polyplug.gateway;

import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.mcp.server.ServerCall;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a plugin gave in this protocol's own form, which stays as it is: images, links, data and so
 * on. It is JSON already, so it is joined as bytes.
 *
 * @param content a list
 * @param structured the same as data, if there is any
 * @param meta what came with it, if it is an object
 */
record PassedOn(Json content, @Nullable Json structured, @Nullable Json meta) {
  /** Names that each end of a conversation says of itself. */
  private static final String RESERVED = "io.modelcontextprotocol/";

  private static final byte[] CONTENT = ascii("{\"content\":");
  private static final byte[] STRUCTURED = ascii(",\"structuredContent\":");
  private static final byte[] META = ascii(",\"" + MetaKeys.META + "\":");
  private static final byte[] GOOD = ascii(",\"isError\":false}");
  private static final byte[] FAILED = ascii(",\"isError\":true}");

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The result as this client may get it: older revisions have no data but objects. */
  Json to(ServerCall call, boolean isError) {
    Json list = content.compact();
    Json data =
        structured != null && (structured.kind() == Json.Kind.OBJECT || call.isModern())
            ? structured.compact()
            : null;
    Json words = words();
    byte[] tail = isError ? FAILED : GOOD;
    int length =
        CONTENT.length
            + list.length()
            + (data == null ? 0 : STRUCTURED.length + data.length())
            + (words == null ? 0 : META.length + words.length());
    byte[] all = Arrays.copyOf(CONTENT, length + tail.length);
    list.copyTo(all, CONTENT.length);
    int at = add(all, CONTENT.length + list.length(), STRUCTURED, data);
    at = add(all, at, META, words);
    System.arraycopy(tail, 0, all, at, tail.length);
    return Json.ofTrusted(all);
  }

  private static int add(byte[] all, int at, byte[] name, @Nullable Json value) {
    if (value == null) {
      return at;
    }
    System.arraycopy(name, 0, all, at, name.length);
    value.copyTo(all, at + name.length);
    return at + name.length + value.length();
  }

  /** Without what the plugin said of itself: to the client the gateway is the server. */
  private @Nullable Json words() {
    if (meta == null || meta.kind() != Json.Kind.OBJECT) {
      return null;
    }
    Map<String, Json> members = JsonParts.members(meta);
    members.keySet().removeIf(it -> it.startsWith(RESERVED));
    return members.isEmpty()
        ? null
        : Json.object(
            out ->
                members.forEach(
                    (name, value) -> {
                      out.writeName(name);
                      value.compact().writeTo(out);
                    }));
  }
}
