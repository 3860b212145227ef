package io.polyplug.monorepo.inspect;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.Answer;
import io.polyplug.monorepo.inspect.DoctorCheck.Status;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What was looked at, and how it is. Pure functions. */
public final class DoctorAnswer {
  private DoctorAnswer() {}

  public static Answer of(List<DoctorCheck> checks) {
    Map<Status, Integer> counts = new EnumMap<>(Status.class);
    List<String> lines = new ArrayList<>();
    for (DoctorCheck check : checks) {
      counts.merge(check.status(), 1, Integer::sum);
      lines.add(
          "[%-7s] %s  %s"
              .formatted(
                  check.status().wireName(),
                  UntrustedText.escape(check.name()),
                  UntrustedText.escape(check.detail())));
    }
    lines.add("");
    lines.add(
        "summary: "
            + checks.size()
            + (checks.size() == 1 ? " check · " : " checks · ")
            + counts.getOrDefault(Status.OK, 0)
            + " ok · "
            + counts.getOrDefault(Status.WARN, 0)
            + " warn · "
            + counts.getOrDefault(Status.FAIL, 0)
            + " fail · "
            + counts.getOrDefault(Status.SKIPPED, 0)
            + " skipped");
    Json json =
        Json.object(
            out -> {
              out.writeArrayPropertyStart("checks");
              for (DoctorCheck check : checks) {
                out.writeStartObject();
                out.writeStringProperty("name", check.name());
                out.writeStringProperty("status", check.status().wireName());
                out.writeStringProperty("detail", check.detail());
                out.writeEndObject();
              }
              out.writeEndArray();
              out.writeObjectPropertyStart("summary");
              out.writeNumberProperty("total", checks.size());
              for (Status status : Status.values()) {
                out.writeNumberProperty(status.wireName(), counts.getOrDefault(status, 0));
              }
              out.writeEndObject();
            });
    return new Answer(json, lines, !counts.containsKey(Status.FAIL));
  }
}
