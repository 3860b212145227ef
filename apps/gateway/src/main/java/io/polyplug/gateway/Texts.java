package io.polyplug.gateway;

import io.polyplug.wire.Json;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Results of tools as clients get them. */
final class Texts {
  private Texts() {}

  /** A result with one text. */
  static Json result(String text, boolean failed) {
    return Json.object(
        out -> {
          writeContent(out, text);
          out.writeBooleanProperty("isError", failed);
        });
  }

  /** A result with one value: as text, and as it is where that is an object. */
  static Json result(Json value, boolean failed) {
    return Json.object(
        out -> {
          writeContent(out, text(value));
          if (value.kind() == Json.Kind.OBJECT) {
            out.writeName("structuredContent");
            value.compact().writeTo(out);
          }
          out.writeBooleanProperty("isError", failed);
        });
  }

  /** A result with many values: a line of text for each, and all of them as {@code items}. */
  static Json result(List<Json> items, String remark) {
    StringBuilder lines = new StringBuilder();
    items.forEach(item -> lines.append(text(item)).append('\n'));
    lines.append(remark);
    return Json.object(
        out -> {
          writeContent(out, lines.toString().stripTrailing());
          out.writeObjectPropertyStart("structuredContent");
          out.writeArrayPropertyStart("items");
          items.forEach(item -> item.compact().writeTo(out));
          out.writeEndArray();
          if (!remark.isEmpty()) {
            out.writeStringProperty("remark", remark);
          }
          out.writeEndObject();
          out.writeBooleanProperty("isError", false);
        });
  }

  /** The content of a string, the text of everything else. */
  static String text(Json value) {
    String content = value.stringValue();
    return content == null ? value.compact().toString() : content;
  }

  private static void writeContent(JsonGenerator out, String text) {
    out.writeArrayPropertyStart("content");
    out.writeStartObject();
    out.writeStringProperty("type", "text");
    out.writeStringProperty("text", text);
    out.writeEndObject();
    out.writeEndArray();
  }
}
