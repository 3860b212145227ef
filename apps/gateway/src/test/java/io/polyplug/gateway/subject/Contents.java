package io.polyplug.gateway.subject;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.List;

/** What tools and prompts of the subject answer with. */
final class Contents {
  /** One red dot. */
  static final String PNG =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

  /** Silence, and none of it. */
  static final String WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

  private Contents() {}

  static Json text(String text) {
    return Json.object(
        out -> {
          out.writeStringProperty("type", "text");
          out.writeStringProperty("text", text);
        });
  }

  static Json data(String type, String mimeType, String base64) {
    return Json.object(
        out -> {
          out.writeStringProperty("type", type);
          out.writeStringProperty("data", base64);
          out.writeStringProperty("mimeType", mimeType);
        });
  }

  static Json resource(String uri, String mimeType, String text) {
    return Json.object(
        out -> {
          out.writeStringProperty("type", "resource");
          out.writeObjectPropertyStart("resource");
          out.writeStringProperty("uri", uri);
          out.writeStringProperty("mimeType", mimeType);
          out.writeStringProperty("text", text);
          out.writeEndObject();
        });
  }

  /** The result of a tool. */
  static Json result(Json... content) {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("content");
          List.of(content).forEach(it -> it.writeTo(out));
          out.writeEndArray();
        });
  }

  /** The result of a tool that failed. */
  static Json failure(String sentence) {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("content");
          text(sentence).writeTo(out);
          out.writeEndArray();
          out.writeBooleanProperty("isError", true);
        });
  }

  /** The result of a prompt: each content as a message of the user. */
  static Json messages(Json... content) {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("messages");
          for (Json one : content) {
            out.writeStartObject();
            out.writeStringProperty("role", "user");
            out.writeName("content");
            one.writeTo(out);
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  /** A member that is a string; empty if it is none. */
  static String string(Json object, String name) {
    Json value = object.kind() == Json.Kind.OBJECT ? JsonParts.find(object, name)[0] : null;
    String text = value == null ? null : value.stringValue();
    return text == null ? "" : text;
  }

  /** A member that is an object; an empty one if it is none. */
  static Json object(Json object, String name) {
    Json value = object.kind() == Json.Kind.OBJECT ? JsonParts.find(object, name)[0] : null;
    return value == null || value.kind() != Json.Kind.OBJECT ? Json.EMPTY_OBJECT : value;
  }
}
