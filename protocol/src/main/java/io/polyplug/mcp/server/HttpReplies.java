package io.polyplug.mcp.server;

import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Whole answers over HTTP, and what a client takes. */
final class HttpReplies {
  private HttpReplies() {}

  /**
   * What kinds of answers a client takes.
   *
   * @param json one message
   * @param events a stream of them
   */
  record Takes(boolean json, boolean events) {}

  /** By its header; one that has none takes plain answers. */
  static Takes takes(HttpCall call) {
    Optional<String> accept = call.header("Accept").map(it -> it.toLowerCase(Locale.ROOT));
    if (accept.isEmpty()) {
      return new Takes(true, false);
    }
    boolean all = accept.get().contains("*/*");
    return new Takes(
        all || accept.get().contains("application/json") || accept.get().contains("application/*"),
        all || accept.get().contains("text/event-stream") || accept.get().contains("text/*"));
  }

  static boolean isJson(String contentType) {
    int end = contentType.indexOf(';');
    String type = end < 0 ? contentType : contentType.substring(0, end);
    return type.strip().equalsIgnoreCase("application/json");
  }

  static void empty(HttpCall call, int status, Map<String, String> headers) throws IOException {
    call.answer(status, headers, new byte[0]);
  }

  static void refuse(HttpCall call, int status, Json id, int code, String sentence)
      throws IOException {
    json(call, status, Map.of(), Messages.error(id, new ErrorObject(code, sentence)));
  }

  static void json(HttpCall call, int status, Map<String, String> headers, Json message)
      throws IOException {
    Map<String, String> all = new HashMap<>(headers);
    all.put("Content-Type", "application/json");
    call.answer(status, all, message.toByteArray());
  }
}
