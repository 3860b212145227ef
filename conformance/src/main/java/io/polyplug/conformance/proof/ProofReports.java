package io.polyplug.conformance.proof;

import io.polyplug.conformance.Axis;
import io.polyplug.conformance.AxisResult;
import io.polyplug.conformance.Report;
import io.polyplug.conformance.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Results for programs. */
public final class ProofReports {
  private ProofReports() {}

  /** As reports of plugins: one for each contract, whose axes are the faults. */
  public static List<Report> reports(List<CellResult> results) {
    List<Report> reports = new ArrayList<>();
    for (String contract : Matrix.contracts()) {
      List<AxisResult> axes = new ArrayList<>();
      for (CellResult result : results) {
        if (result.fault().contract().equals(contract)) {
          axes.add(axis(axes.size() + 1, result));
        }
      }
      if (!axes.isEmpty()) {
        reports.add(new Report(contract, "host", "", axes));
      }
    }
    return reports;
  }

  private static AxisResult axis(int number, CellResult result) {
    Axis axis = new Axis(number, result.fault().sin().id(), result.fault().sin().sentence());
    return new AxisResult(
        axis,
        verdict(result),
        result.detected().plus(result.recovered()),
        List.of(),
        List.of(),
        Optional.empty());
  }

  private static Verdict verdict(CellResult result) {
    if (result.skipped().isPresent()) {
      return new Verdict.Skipped(result.skipped().get());
    }
    return result.ok()
        ? Verdict.passed(result.seen())
        : new Verdict.Failed(String.join("; ", result.problems()));
  }

  /** Writes one cell as an object. */
  public static void write(CellResult result, JsonGenerator out) {
    out.writeStartObject();
    out.writeBooleanProperty("ok", result.ok());
    out.writeStringProperty("contract", result.fault().contract());
    out.writeStringProperty("fault", result.fault().sin().id());
    out.writeStringProperty("title", result.fault().sin().sentence());
    result.skipped().ifPresent(it -> out.writeStringProperty("skipped", it));
    out.writeObjectPropertyStart("expected");
    out.writeStringProperty("outcome", result.fault().outcome());
    out.writeStringProperty("recovery", result.fault().recovery().words());
    out.writeEndObject();
    out.writeObjectPropertyStart("seen");
    out.writeStringProperty("outcome", result.outcome());
    out.writeStringProperty("recovery", result.recovery());
    out.writeEndObject();
    out.writeStringProperty("sentence", result.sentence());
    out.writeNumberProperty("detectedMs", result.detected().toMillis());
    out.writeNumberProperty("recoveredMs", result.recovered().toMillis());
    out.writeArrayPropertyStart("problems");
    result.problems().forEach(out::writeString);
    out.writeEndArray();
    out.writeEndObject();
  }
}
