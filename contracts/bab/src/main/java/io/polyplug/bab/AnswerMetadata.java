package io.polyplug.bab;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a plugin's metadata may still say when it reaches the caller (section 15). */
final class AnswerMetadata {
  /** What a bridge gives in place of metadata that JSON cannot hold. */
  static final Json NOT_SERIALIZABLE = Json.parse("{\"_error\":\"metadata_not_serializable\"}");

  private static final Set<String> BLOAT = Set.of("events", "raw_events", "raw");
  private static final Set<String> CORE =
      Set.of("plugin_id", "role", "run_id", "done_event_count", "event_count", "summary");
  private static final int LONGEST = 10_000;
  private static final int ROOM = 200;

  private AnswerMetadata() {}

  /** Without what is too much, and without what only the host may say. */
  static Map<String, Json> sanitized(Json metadata) {
    Map<String, Json> members = new LinkedHashMap<>(JsonParts.members(metadata));
    members.keySet().removeAll(BLOAT);
    members.replaceAll((name, value) -> value.compact());
    fit(members);
    members.keySet().removeAll(CORE);
    return members;
  }

  private static void fit(Map<String, Json> members) {
    long size = size(members);
    if (size <= LONGEST) {
      return;
    }
    long left = size;
    List<Map.Entry<String, Json>> largestFirst = new ArrayList<>(members.entrySet());
    largestFirst.sort((a, b) -> Integer.compare(b.getValue().length(), a.getValue().length()));
    List<String> dropped = new ArrayList<>();
    for (Map.Entry<String, Json> member : largestFirst) {
      if (left + ROOM <= LONGEST) {
        break;
      }
      dropped.add(member.getKey());
      left -= size(member) + (members.size() - dropped.size() > 0 ? 1 : 0);
    }
    dropped.forEach(members::remove);
    members.put("_truncated", Json.parse("true"));
    members.put("_original_size", Json.parse(Long.toString(size)));
    members.put("_dropped_keys", names(dropped));
  }

  /** Names are a plugin's, too: so many as fit are told. */
  private static Json names(List<String> dropped) {
    return Json.write(
        out -> {
          out.writeStartArray();
          int room = LONGEST / 2;
          for (String name : dropped) {
            room -= name.length();
            if (room >= 0) {
              out.writeString(JsText.wellFormed(name));
            }
          }
          out.writeEndArray();
        });
  }

  /** As compact JSON in UTF-8: two braces, and a comma between members. */
  private static long size(Map<String, Json> members) {
    long size = 2L + Math.max(0, members.size() - 1);
    for (Map.Entry<String, Json> member : members.entrySet()) {
      size += size(member);
    }
    return size;
  }

  private static long size(Map.Entry<String, Json> member) {
    String name = JsText.wellFormed(member.getKey());
    return Json.string(name).length() + 1L + member.getValue().length();
  }
}
