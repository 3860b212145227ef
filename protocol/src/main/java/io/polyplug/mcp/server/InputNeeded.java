package io.polyplug.mcp.server;

import io.polyplug.wire.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A request cannot be answered before its client has answered something itself. Thrown by what is
 * served to a modern client, who then asks again with the answers.
 */
public final class InputNeeded extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Map<String, Json> requests;
  private final transient Optional<String> state;

  /**
   * With the questions by key, which keep their order, each an object with {@code method} and
   * {@code params}, and with what the client is to bring back; at least one of both.
   */
  public InputNeeded(Map<String, Json> requests, Optional<String> state) {
    super("the client has to answer first");
    this.requests = Collections.unmodifiableMap(new LinkedHashMap<>(requests));
    this.state = state;
  }

  /** The questions that must be declared as capabilities of the client. */
  public Map<String, Json> requests() {
    return requests;
  }

  Json toResult() {
    return Json.object(
        out -> {
          out.writeStringProperty("resultType", "input_required");
          if (!requests.isEmpty()) {
            out.writeObjectPropertyStart("inputRequests");
            requests.forEach(
                (key, request) -> {
                  out.writeName(key);
                  request.writeTo(out);
                });
            out.writeEndObject();
          }
          state.ifPresent(it -> out.writeStringProperty("requestState", it));
        });
  }
}
