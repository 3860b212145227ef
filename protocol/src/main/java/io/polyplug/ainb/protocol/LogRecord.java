package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;
import java.util.Optional;

/** A line that a plugin wants in the log (5.3). */
public record LogRecord(LogLevel level, String message, Optional<Json> fields) {
  /** Reads the params; throws {@link io.polyplug.wire.RpcException} if they are not a record. */
  public static LogRecord read(Json params) {
    Fields fields = Fields.of(params);
    LogLevel level =
        LogLevel.of(fields.text("level"))
            .orElseThrow(
                () ->
                    AinbErrors.invalidParams("level: expected trace, debug, info, warn or error"));
    return new LogRecord(level, fields.text("message"), fields.json("fields"));
  }
}
