package io.polyplug.workbench.api;

import io.polyplug.host.NoSuchPlugin;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/**
 * How a call, a stream or a channel ended, as the page gets it. What a plugin said is passed on as
 * it said it: the page shows text. Pure functions.
 */
final class Outcomes {
  private Outcomes() {}

  static Json of(ToolResult result, Duration took) {
    return Json.object(
        out -> {
          out.writeBooleanProperty("ok", result.ok());
          if (!result.ok()) {
            out.writeObjectPropertyStart("error");
            out.writeStringProperty("code", result.status());
            out.writeStringProperty(
                "message", "the plugin answered with the status " + result.status());
            out.writeBooleanProperty("plugin", true);
            out.writeEndObject();
          }
          out.writeStringProperty("status", result.status());
          out.writeName("output");
          result.output().writeTo(out);
          values("metadata", result.metadata(), out);
          texts("attachments", result.attachments(), out);
          out.writeNumberProperty("durationMs", took.toMillis());
          out.writeNumberProperty("bytes", result.output().length());
        });
  }

  static Json of(RuntimeException failure, Duration took) {
    return Json.object(
        out -> {
          out.writeBooleanProperty("ok", false);
          out.writeObjectPropertyStart("error");
          members(failure, out);
          out.writeEndObject();
          out.writeNumberProperty("durationMs", took.toMillis());
        });
  }

  /** The end of a stream that failed: after all that came before. */
  static Json of(RuntimeException failure, long count, long bytes) {
    return Json.object(
        out -> {
          members(failure, out);
          out.writeNumberProperty("count", count);
          out.writeNumberProperty("bytes", bytes);
        });
  }

  private static void members(RuntimeException failure, JsonGenerator out) {
    switch (failure) {
      case PluginError e -> {
        out.writeStringProperty("code", e.code());
        out.writeStringProperty("message", e.text());
        out.writeBooleanProperty("plugin", true);
        e.data()
            .ifPresent(
                data -> {
                  out.writeName("data");
                  data.compact().writeTo(out);
                });
      }
      case PluginFailure e -> {
        out.writeStringProperty("code", e.code());
        out.writeStringProperty("message", e.failure().message());
        if (!e.failure().stderr().isEmpty()) {
          out.writeArrayPropertyStart("stderr");
          e.failure().stderr().forEach(out::writeString);
          out.writeEndArray();
        }
      }
      case NoSuchPlugin e -> {
        out.writeStringProperty("code", "unknown_plugin");
        out.writeStringProperty("message", String.valueOf(e.getMessage()));
      }
      default -> {
        out.writeStringProperty("code", "internal");
        out.writeStringProperty("message", "the workbench failed: " + failure);
      }
    }
  }

  private static void values(String name, Map<String, Json> values, JsonGenerator out) {
    if (!values.isEmpty()) {
      out.writeObjectPropertyStart(name);
      new TreeMap<>(values)
          .forEach(
              (key, value) -> {
                out.writeName(key);
                value.writeTo(out);
              });
      out.writeEndObject();
    }
  }

  private static void texts(String name, Map<String, String> texts, JsonGenerator out) {
    if (!texts.isEmpty()) {
      out.writeObjectPropertyStart(name);
      new TreeMap<>(texts).forEach(out::writeStringProperty);
      out.writeEndObject();
    }
  }
}
