package io.polyplug.host;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a plugin said when its running instance was greeted.
 *
 * @param protocol what is spoken with it since, with the version that was agreed on
 * @param answer its own answer, at most {@link #MAX_ANSWER} bytes of it; untrusted
 * @param cut whether the answer was longer
 */
public record Greeting(String protocol, Json answer, boolean cut) {
  /** How many bytes of an answer are kept. */
  public static final int MAX_ANSWER = 64 << 10;

  /**
   * Keeps an answer for as long as the instance runs, and not the frame that it came in. Of an
   * object that is too long, those members stay that find room in their order; of anything else,
   * nothing.
   */
  public static Greeting of(String protocol, Json answer) {
    return answer.length() <= MAX_ANSWER
        ? new Greeting(protocol, Json.ofTrusted(answer.toByteArray()), false)
        : new Greeting(protocol, shortened(answer), true);
  }

  private static Json shortened(Json answer) {
    if (answer.kind() != Json.Kind.OBJECT) {
      return Json.NULL;
    }
    Map<String, Json> kept = new LinkedHashMap<>();
    int size = "{}".length();
    for (Map.Entry<String, Json> member : JsonParts.members(answer).entrySet()) {
      int more = Json.string(member.getKey()).length() + member.getValue().length() + ":,".length();
      if (size + more <= MAX_ANSWER) {
        kept.put(member.getKey(), member.getValue());
        size += more;
      }
    }
    return Json.object(
        out ->
            kept.forEach(
                (name, value) -> {
                  out.writeName(name);
                  value.writeTo(out);
                }));
  }
}
