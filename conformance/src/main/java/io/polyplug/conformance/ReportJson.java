package io.polyplug.conformance;

import io.polyplug.host.HostEvent.Direction;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** A report for programs. */
public final class ReportJson {
  private ReportJson() {}

  /**
   * Writes it as one object.
   *
   * @param verbose whether axes that did not fail have their frames too
   */
  public static void write(Report report, boolean verbose, JsonGenerator out) {
    out.writeStartObject();
    out.writeBooleanProperty("ok", report.ok());
    out.writeStringProperty("contract", report.contract());
    out.writeStringProperty("id", report.subject());
    out.writeStringProperty("version", report.version());
    out.writeNumberProperty("passed", report.count("PASS"));
    out.writeNumberProperty("failed", report.count("FAIL"));
    out.writeNumberProperty("skipped", report.count("SKIP"));
    out.writeArrayPropertyStart("axes");
    report.results().forEach(it -> write(it, verbose, out));
    out.writeEndArray();
    out.writeEndObject();
  }

  private static void write(AxisResult result, boolean verbose, JsonGenerator out) {
    out.writeStartObject();
    out.writeNumberProperty("number", result.axis().number());
    out.writeStringProperty("id", result.axis().id());
    out.writeStringProperty("title", result.axis().title());
    out.writeStringProperty("verdict", result.verdict().word().toLowerCase(Locale.ROOT));
    out.writeStringProperty("sentence", result.verdict().sentence());
    out.writeNumberProperty("durationMs", result.took().toMillis());
    result.recording().ifPresent(it -> out.writeStringProperty("recording", it.toString()));
    if (verbose || result.verdict() instanceof Verdict.Failed) {
      out.writeArrayPropertyStart("frames");
      result.frames().forEach(it -> write(it, out));
      out.writeEndArray();
      out.writeArrayPropertyStart("stderr");
      result.stderr().forEach(out::writeString);
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  private static void write(SeenFrame frame, JsonGenerator out) {
    out.writeStartObject();
    out.writeNumberProperty("atMs", frame.at().toMillis());
    out.writeStringProperty("to", frame.direction() == Direction.TO_PLUGIN ? "plugin" : "host");
    out.writeStringProperty("text", frame.text());
    out.writeNumberProperty("cutBytes", frame.cut());
    out.writeEndObject();
  }
}
