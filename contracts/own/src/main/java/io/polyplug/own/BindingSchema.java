package io.polyplug.own;

import io.polyplug.wire.Json;
import tools.jackson.core.JsonGenerator;

/** The schema of a {@code [[plugin]]} table. */
final class BindingSchema {
  private BindingSchema() {}

  static Json of(String contract) {
    return Json.object(
        out -> {
          out.writeStringProperty("type", "object");
          out.writeArrayPropertyStart("required");
          out.writeString("contract");
          out.writeString("id");
          out.writeString("command");
          out.writeEndArray();
          out.writeBooleanProperty("additionalProperties", false);
          out.writeObjectPropertyStart("properties");
          out.writeObjectPropertyStart("contract");
          out.writeStringProperty("const", contract);
          out.writeEndObject();
          text(out, "id", "The name by which the plugin introduces itself.");
          text(out, "command", "A program on the host's PATH, or a path relative to this file.");
          out.writeObjectPropertyStart("args");
          out.writeStringProperty("type", "array");
          out.writeObjectPropertyStart("items");
          out.writeStringProperty("type", "string");
          out.writeEndObject();
          out.writeStringProperty("description", "Passed unchanged, never through a shell.");
          out.writeEndObject();
          text(out, "dir", "The working folder; this file's folder unless given.");
          out.writeObjectPropertyStart("env");
          out.writeStringProperty("$ref", "#/$defs/environment");
          out.writeStringProperty("description", "Variables on top of the host's.");
          out.writeEndObject();
          out.writeObjectPropertyStart("timeout");
          out.writeStringProperty("$ref", "#/$defs/duration");
          out.writeStringProperty("description", "For every answer, instead of the contract's.");
          out.writeEndObject();
          out.writeEndObject();
        });
  }

  private static void text(JsonGenerator out, String name, String description) {
    out.writeObjectPropertyStart(name);
    out.writeStringProperty("type", "string");
    out.writeStringProperty("description", description);
    out.writeEndObject();
  }
}
