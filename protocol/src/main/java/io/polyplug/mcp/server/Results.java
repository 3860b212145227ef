package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.Implementation;
import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Adds to results what a modern client expects in each of them. Immutable. */
final class Results {
  private final byte[] usual;
  private final Json serverInfo;
  private final long ttlMillis;

  Results(Implementation info, long ttlMillis) {
    this.serverInfo = info.toJson();
    this.ttlMillis = ttlMillis;
    String head =
        "{\"resultType\":\"complete\",\"_meta\":{\""
            + MetaKeys.SERVER_INFO
            + "\":"
            + serverInfo
            + "}";
    this.usual = head.getBytes(StandardCharsets.UTF_8);
  }

  /** A final result. What has no members of ours yet, the usual case, is joined as bytes. */
  Json complete(Json result) {
    boolean plain = true;
    for (Json there : JsonParts.find(result, MetaKeys.META, "resultType")) {
      plain = plain && there == null;
    }
    if (plain) {
      return joined(result);
    }
    Map<String, Json> members = new LinkedHashMap<>(JsonParts.members(result));
    members.putIfAbsent("resultType", Json.string("complete"));
    Map<String, Json> meta = new LinkedHashMap<>();
    meta.put(MetaKeys.SERVER_INFO, serverInfo);
    Json own = members.get(MetaKeys.META);
    if (own != null && own.kind() == Json.Kind.OBJECT) {
      meta.putAll(JsonParts.members(own));
    }
    members.put(MetaKeys.META, object(meta));
    return object(members);
  }

  /** A final result that the client may keep for a while. */
  Json cacheable(Json result) {
    Map<String, Json> members = new LinkedHashMap<>(JsonParts.members(result));
    members.putIfAbsent("ttlMs", Json.parse(Long.toString(ttlMillis)));
    members.putIfAbsent("cacheScope", Json.string("private"));
    return complete(object(members));
  }

  private Json joined(Json result) {
    byte[] own = result.compact().toByteArray();
    boolean empty = own.length <= 2;
    byte[] all = Arrays.copyOf(usual, usual.length + (empty ? 1 : own.length));
    if (empty) {
      all[usual.length] = '}';
    } else {
      all[usual.length] = ',';
      System.arraycopy(own, 1, all, usual.length + 1, own.length - 1);
    }
    return Json.ofTrusted(all);
  }

  static Json object(Map<String, Json> members) {
    return Json.object(
        out ->
            members.forEach(
                (name, value) -> {
                  out.writeName(name);
                  value.writeTo(out);
                }));
  }
}
