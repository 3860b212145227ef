package io.polyplug.host;

import io.polyplug.wire.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Turns JSON text into trees and back, for callers that want trees. */
final class JsonTrees {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private JsonTrees() {}

  static JsonNode read(Json json) {
    return MAPPER.readTree(json.parser());
  }

  static Json write(JsonNode tree) {
    return Json.ofTrusted(MAPPER.writeValueAsBytes(tree));
  }
}
