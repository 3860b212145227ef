package io.polyplug.gateway;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import org.jspecify.annotations.Nullable;

/** A prompt beside each tool, under the tool's name. */
final class ToolPrompts {
  private ToolPrompts() {}

  static Json of(Json tool) {
    @Nullable Json[] found = JsonParts.find(tool, "name", "title");
    String name = found[0] == null ? "" : Texts.text(found[0]);
    return Json.object(
        out -> {
          out.writeStringProperty("name", name);
          out.writeStringProperty(
              "description",
              "Use " + (found[1] != null ? Texts.text(found[1]) : "the tool " + name));
          out.writeArrayPropertyStart("arguments");
          out.writeStartObject();
          out.writeStringProperty("name", "args");
          out.writeStringProperty("description", "what to use it for");
          out.writeBooleanProperty("required", false);
          out.writeEndObject();
          out.writeEndArray();
        });
  }

  static Json get(String name, Json arguments) {
    Json given = JsonParts.find(arguments, "args")[0];
    String text = given == null ? "" : Texts.text(given).strip();
    String request = "Call the tool " + name + (text.isEmpty() ? "." : " for this: " + text);
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("messages");
          out.writeStartObject();
          out.writeStringProperty("role", "user");
          out.writeObjectPropertyStart("content");
          out.writeStringProperty("type", "text");
          out.writeStringProperty("text", request);
          out.writeEndObject();
          out.writeEndObject();
          out.writeEndArray();
        });
  }
}
