package io.polyplug.sdk.internal;

import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.sdk.Adapter;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import tools.jackson.core.JsonGenerator;

/** An adapter's words as bento reads them. */
final class BentoManifest {
  private BentoManifest() {}

  static Json of(String id, AdapterParts adapter) {
    return Json.object(
        out -> {
          out.writeNumberProperty("protocol_version", BentoProtocol.VERSION);
          out.writeStringProperty("adapter_id", id);
          out.writeStringProperty("display_name", adapter.displayName());
          texts("fingerprint_files", adapter.fingerprintFiles(), out);
          out.writeArrayPropertyStart("default_tasks");
          adapter.tasks().forEach(task -> task(task, out));
          out.writeEndArray();
          out.writeObjectPropertyStart("capabilities");
          out.writeBooleanProperty("detect", adapter.detect() != null);
          out.writeBooleanProperty("required_toolchain", adapter.requiredToolchain() != null);
          out.writeBooleanProperty("resolved_toolchain_fingerprint", adapter.fingerprint() != null);
          out.writeBooleanProperty("install", adapter.install() != null);
          out.writeEndObject();
          out.writeObjectPropertyStart("diagnostic_hooks");
          for (Map.Entry<String, AdapterParts.Hook> hook : adapter.hooks().entrySet()) {
            out.writeName(hook.getKey());
            hook(hook.getValue(), out);
          }
          out.writeEndObject();
        });
  }

  private static void texts(String name, List<String> texts, JsonGenerator out) {
    out.writeArrayPropertyStart(name);
    texts.forEach(out::writeString);
    out.writeEndArray();
  }

  private static void task(AdapterParts.Task task, JsonGenerator out) {
    out.writeStartObject();
    out.writeStringProperty("name", task.name());
    out.writeStringProperty("run", task.run());
    if (!task.inputs().isEmpty()) {
      texts("inputs", task.inputs(), out);
    }
    task.outputs().ifPresent(outputs -> texts("outputs", outputs, out));
    out.writeEndObject();
  }

  private static void hook(AdapterParts.Hook hook, JsonGenerator out) {
    out.writeStartObject();
    out.writeObjectPropertyStart("rerun");
    if (hook.command().isPresent()) {
      out.writeStringProperty("kind", "replace");
      out.writeStringProperty("command", hook.command().get());
    } else {
      out.writeStringProperty("kind", "append_args");
      texts("args", hook.args(), out);
    }
    out.writeEndObject();
    out.writeStringProperty("parser", hook.parser());
    out.writeEndObject();
  }

  static Json diagnostics(List<Adapter.Diagnostic> found) {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("diagnostics");
          for (Adapter.Diagnostic one : found) {
            out.writeStartObject();
            out.writeStringProperty("file", one.file());
            out.writeNumberProperty("line", one.line());
            number("col", one.column(), out);
            number("end_line", one.endLine(), out);
            number("end_col", one.endColumn(), out);
            out.writeStringProperty("severity", one.severity().name().toLowerCase(Locale.ROOT));
            out.writeStringProperty("message", one.message());
            one.rule().ifPresent(rule -> out.writeStringProperty("rule", rule));
            out.writeStringProperty("source", one.source());
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  private static void number(String name, OptionalInt value, JsonGenerator out) {
    value.ifPresent(it -> out.writeNumberProperty(name, it));
  }
}
