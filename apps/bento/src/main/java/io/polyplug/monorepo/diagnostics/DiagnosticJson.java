package io.polyplug.monorepo.diagnostics;

import io.polyplug.bento.Diagnostic;
import io.polyplug.bento.Severity;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Diagnostics as reports show them: what is not known is left out, never null. */
public final class DiagnosticJson {
  private DiagnosticJson() {}

  /** Writes an array where the generator expects a value. */
  public static void write(List<Diagnostic> diagnostics, JsonGenerator out) {
    out.writeStartArray();
    for (Diagnostic diagnostic : diagnostics) {
      write(diagnostic, out);
    }
    out.writeEndArray();
  }

  /** Writes an object where the generator expects a value. */
  public static void write(Diagnostic diagnostic, JsonGenerator out) {
    out.writeStartObject();
    out.writeStringProperty("file", diagnostic.file());
    out.writeNumberProperty("line", diagnostic.line());
    if (diagnostic.column().isPresent()) {
      out.writeNumberProperty("col", diagnostic.column().getAsInt());
    }
    if (diagnostic.endLine().isPresent() && diagnostic.endColumn().isPresent()) {
      out.writeNumberProperty("end_line", diagnostic.endLine().getAsInt());
      out.writeNumberProperty("end_col", diagnostic.endColumn().getAsInt());
    }
    out.writeStringProperty("severity", name(diagnostic.severity()));
    out.writeStringProperty("message", diagnostic.message());
    if (diagnostic.rule().isPresent()) {
      out.writeStringProperty("rule", diagnostic.rule().get());
    }
    out.writeStringProperty("source", diagnostic.source());
    out.writeEndObject();
  }

  private static String name(Severity severity) {
    return switch (severity) {
      case ERROR -> "error";
      case WARNING -> "warning";
      case INFO -> "info";
      case HINT -> "hint";
    };
  }
}
