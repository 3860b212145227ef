package io.polyplug.bowire;

import io.polyplug.bowire.protocol.Field;
import io.polyplug.bowire.protocol.MessageType;
import io.polyplug.host.ToolInfo;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** A JSON Schema made from the fields of a message; names stay as they are. */
final class InputSchema {
  private InputSchema() {}

  static Json of(MessageType message) {
    return message.fields().isEmpty()
        ? ToolInfo.ANY_OBJECT
        : Json.object(
            out -> {
              message.description().ifPresent(text -> out.writeStringProperty("description", text));
              members(message, out);
            });
  }

  private static void members(MessageType message, JsonGenerator out) {
    out.writeStringProperty("type", "object");
    if (!message.fields().isEmpty()) {
      out.writeObjectPropertyStart("properties");
      for (Field field : message.fields()) {
        out.writeName(field.name());
        field(field, out);
      }
      out.writeEndObject();
    }
    List<String> required =
        message.fields().stream().filter(Field::required).map(Field::name).toList();
    if (!required.isEmpty()) {
      out.writeArrayPropertyStart("required");
      required.forEach(out::writeString);
      out.writeEndArray();
    }
  }

  private static void field(Field field, JsonGenerator out) {
    out.writeStartObject();
    field.description().ifPresent(text -> out.writeStringProperty("description", text));
    field.example().ifPresent(text -> example(text, out));
    if (field.isMap()) {
      out.writeStringProperty("type", "object");
      out.writeObjectPropertyStart("additionalProperties");
      type(field, out);
      out.writeEndObject();
    } else if (field.isRepeated()) {
      out.writeStringProperty("type", "array");
      out.writeObjectPropertyStart("items");
      type(field, out);
      out.writeEndObject();
    } else {
      type(field, out);
    }
    out.writeEndObject();
  }

  /** The members that say what one value of the field is. */
  private static void type(Field field, JsonGenerator out) {
    switch (field.type()) {
      case "bool" -> out.writeStringProperty("type", "boolean");
      case "double", "float" -> out.writeStringProperty("type", "number");
      case "int32", "uint32", "sint32", "fixed32", "sfixed32" ->
          out.writeStringProperty("type", "integer");
      case "int64", "uint64", "sint64", "fixed64", "sfixed64" -> {
        // In the JSON of protobuf these are strings, since JavaScript cannot count so far.
        out.writeArrayPropertyStart("type");
        out.writeString("integer");
        out.writeString("string");
        out.writeEndArray();
      }
      case "bytes" -> {
        out.writeStringProperty("type", "string");
        out.writeStringProperty("contentEncoding", "base64");
      }
      case "enum" -> {
        if (!field.enumValues().isEmpty()) {
          out.writeArrayPropertyStart("enum");
          field.enumValues().forEach(value -> out.writeString(value.name()));
          out.writeEndArray();
        }
      }
      case "message" -> {
        if (field.messageType().isPresent()) {
          members(field.messageType().get(), out);
        } else {
          out.writeStringProperty("type", "object");
        }
      }
      default -> out.writeStringProperty("type", "string");
    }
  }

  private static void example(String text, JsonGenerator out) {
    try {
      Json example = Json.parse(text);
      out.writeArrayPropertyStart("examples");
      example.writeTo(out);
      out.writeEndArray();
    } catch (InvalidJson e) {
      // An example that is no JSON is none.
    }
  }
}
