package io.polyplug.rune.protocol;

import io.polyplug.wire.Json;
import java.util.Optional;

/**
 * What the plugin answers (sections 5.4 and 5.5). Decodable is not valid: the host checks it.
 *
 * @param output empty only if the plugin gave none; null is a value
 */
public record ExecuteResponse(
    String type, String requestId, String status, Optional<Json> output, Optional<OwnError> error) {
  /** The plugin's own error; the code may be empty. */
  public record OwnError(String code, String message) {}

  public static ExecuteResponse read(byte[] line) throws MalformedLine {
    LineReader reader = LineReader.of(line);
    String type = reader.text("type");
    String requestId = reader.text("request_id");
    String status = reader.text("status");
    // Known to the contract and otherwise unused, but of the wrong type it spoils the line.
    reader.object("metadata");
    Optional<LineReader> error = reader.object("error");
    return new ExecuteResponse(
        type,
        requestId,
        status,
        reader.any("output"),
        error.isEmpty()
            ? Optional.empty()
            : Optional.of(new OwnError(error.get().text("code"), error.get().text("message"))));
  }

  /** The plugin's line. */
  public Json toJson() {
    return Json.object(
        line -> {
          line.writeStringProperty("type", type);
          line.writeStringProperty("request_id", requestId);
          line.writeStringProperty("status", status);
          output.ifPresent(
              value -> {
                line.writeName("output");
                value.writeTo(line);
              });
          error.ifPresent(
              problem -> {
                line.writeName("error");
                line.writeStartObject();
                line.writeStringProperty("code", problem.code());
                line.writeStringProperty("message", problem.message());
                line.writeEndObject();
              });
        });
  }
}
