package io.polyplug.gateway.subject;

import io.polyplug.wire.Json;

/** The params of questions to a client. */
final class Questions {
  private Questions() {}

  static Json sampling(String prompt, int maxTokens) {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("messages");
          out.writeStartObject();
          out.writeStringProperty("role", "user");
          out.writeName("content");
          Contents.text(prompt).writeTo(out);
          out.writeEndObject();
          out.writeEndArray();
          out.writeNumberProperty("maxTokens", maxTokens);
        });
  }

  static Json form(String message, String schema) {
    return Json.object(
        out -> {
          out.writeStringProperty("message", message);
          out.writeName("requestedSchema");
          Json.parse(schema).compact().writeTo(out);
        });
  }

  /** A form with one field that must be filled in. */
  static Json form(String message, String field, String type) {
    return form(
        message,
        "{\"type\":\"object\",\"properties\":{\"%s\":{\"type\":\"%s\"}},\"required\":[\"%s\"]}"
            .formatted(field, type, field));
  }
}
