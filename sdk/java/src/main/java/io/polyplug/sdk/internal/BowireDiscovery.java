package io.polyplug.sdk.internal;

import io.polyplug.bowire.protocol.MethodType;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** A plugin as the one service that bowire discovers behind any address. */
final class BowireDiscovery {
  private static final int DEEPEST = 8;

  private BowireDiscovery() {}

  static Json of(Declaration plugin, String serverUrl) {
    return Json.write(
        out -> {
          out.writeStartArray();
          out.writeStartObject();
          out.writeStringProperty("name", plugin.name());
          out.writeStringProperty("package", "");
          out.writeStringProperty("source", plugin.name());
          out.writeStringProperty("originUrl", serverUrl);
          out.writeStringProperty("description", plugin.description());
          out.writeArrayPropertyStart("methods");
          plugin.tools().forEach(tool -> method(plugin.name(), tool, out));
          out.writeEndArray();
          out.writeEndObject();
          out.writeEndArray();
        });
  }

  private static void method(String service, Tool tool, JsonGenerator out) {
    MethodType type =
        tool instanceof Tool.Unary<?>
            ? MethodType.UNARY
            : tool instanceof Tool.Duplex ? MethodType.DUPLEX : MethodType.SERVER_STREAMING;
    out.writeStartObject();
    out.writeStringProperty("name", tool.name());
    out.writeStringProperty("fullName", service + "/" + tool.name());
    out.writeBooleanProperty("clientStreaming", type == MethodType.DUPLEX);
    out.writeBooleanProperty("serverStreaming", type != MethodType.UNARY);
    out.writeStringProperty("methodType", type.wireName());
    out.writeStringProperty("description", tool.description());
    out.writeName("inputType");
    message(service, tool.name() + "Input", tool.schema(), 0, out);
    out.writeName("outputType");
    message(service, tool.name() + "Output", Input.OPEN, 0, out);
    out.writeEndObject();
  }

  private static void message(
      String service, String name, Json schema, int depth, JsonGenerator out) {
    out.writeStartObject();
    out.writeStringProperty("name", name);
    out.writeStringProperty("fullName", service + "." + name);
    out.writeArrayPropertyStart("fields");
    @Nullable Json[] found = JsonParts.find(schema, "properties", "required");
    Set<String> required = new HashSet<>();
    if (found[1] != null && found[1].kind() == Json.Kind.ARRAY) {
      JsonParts.elements(found[1]).forEach(it -> required.add(String.valueOf(it.stringValue())));
    }
    if (found[0] != null && found[0].kind() == Json.Kind.OBJECT) {
      int number = 0;
      for (Map.Entry<String, Json> property : JsonParts.members(found[0]).entrySet()) {
        String member = property.getKey();
        field(
            service,
            name,
            member,
            ++number,
            property.getValue(),
            required.contains(member),
            depth,
            out);
      }
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private static void field(
      String service,
      String message,
      String name,
      int number,
      Json given,
      boolean required,
      int depth,
      JsonGenerator out) {
    Json schema = given.kind() == Json.Kind.OBJECT ? given : Json.EMPTY_OBJECT;
    @Nullable Json[] found =
        JsonParts.find(schema, "type", "items", "description", "additionalProperties");
    boolean repeated = "array".equals(text(found[0]));
    Json items = found[1];
    Json element = repeated && items != null && isObject(items) ? items : schema;
    boolean made = "object".equals(text(JsonParts.find(element, "type")[0])) && depth < DEEPEST;
    boolean open = !made || JsonParts.find(element, "properties")[0] == null;
    out.writeStartObject();
    out.writeStringProperty("name", name);
    out.writeNumberProperty("number", number);
    out.writeStringProperty("type", made && !open ? "message" : type(element));
    out.writeStringProperty("label", repeated ? "repeated" : required ? "required" : "optional");
    out.writeBooleanProperty("required", required);
    out.writeBooleanProperty("isRepeated", repeated);
    out.writeBooleanProperty("isMap", isObject(found[3]));
    String doc = text(found[2]);
    if (!doc.isEmpty()) {
      out.writeStringProperty("description", doc);
    }
    if (made && !open) {
      out.writeName("messageType");
      message(service, message + "." + name, element, depth + 1, out);
    }
    out.writeEndObject();
  }

  private static String type(Json schema) {
    return switch (text(JsonParts.find(schema, "type")[0])) {
      case "integer" -> "int64";
      case "number" -> "double";
      case "boolean" -> "bool";
      default -> "string";
    };
  }

  private static boolean isObject(@Nullable Json value) {
    return value != null && value.kind() == Json.Kind.OBJECT;
  }

  private static String text(@Nullable Json value) {
    String text = value == null ? null : value.stringValue();
    return text == null ? "" : text;
  }
}
