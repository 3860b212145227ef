package io.polyplug.rune.protocol;

import io.polyplug.wire.Json;

/** What the host asks (section 5.3). */
public record ExecuteRequest(String requestId, String toolName, RuneCaller context, Json input) {
  public Json toJson() {
    return Json.object(
        line -> {
          line.writeStringProperty("type", "request");
          line.writeStringProperty("request_id", requestId);
          line.writeStringProperty("tool_name", toolName);
          line.writeName("context");
          context.writeTo(line);
          line.writeName("input");
          // A line break between tokens is legal JSON and would end the line.
          input.compact().writeTo(line);
        });
  }

  /** Reads the host's line, on the plugin's side. */
  public static ExecuteRequest read(byte[] line) throws MalformedLine {
    LineReader reader = LineReader.of(line);
    if (!reader.text("type").equals("request")) {
      throw new MalformedLine("a line whose \"type\" is not \"request\"");
    }
    return new ExecuteRequest(
        reader.text("request_id"),
        reader.text("tool_name"),
        RuneCaller.read(reader),
        reader.any("input").orElse(Json.EMPTY_OBJECT));
  }
}
