package io.polyplug.bab;

import io.polyplug.wire.Json;
import java.util.Map;

/**
 * What a run is about (section 9).
 *
 * @param prompt the caller's, untouched
 * @param role resolved
 * @param runId fresh for each run
 * @param env what the program may see
 * @param workingDirectory as the caller gave it, else the host's
 */
record RunInput(
    String prompt,
    ResolvedRole role,
    String runId,
    Map<String, String> env,
    String workingDirectory) {
  Json toJson() {
    return Json.object(
        out -> {
          out.writeStringProperty("prompt", prompt);
          out.writeName("role");
          role.toJson().writeTo(out);
          out.writeStringProperty("runId", runId);
          out.writeName("env");
          out.writeStartObject();
          env.forEach(out::writeStringProperty);
          out.writeEndObject();
          out.writeStringProperty("workingDirectory", workingDirectory);
        });
  }

  /** Names only: values may be secrets. */
  @Override
  public String toString() {
    return "RunInput[" + runId + ", " + role.name() + ", " + env.keySet() + "]";
  }
}
