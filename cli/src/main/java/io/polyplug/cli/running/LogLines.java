package io.polyplug.cli.running;

import io.polyplug.host.HostEvent;
import io.polyplug.host.LogBook;
import io.polyplug.host.LogFollower;
import io.polyplug.wire.Json;
import java.time.Instant;
import java.util.Locale;

/** Lines of a log, as JSON and back. */
final class LogLines {
  private LogLines() {}

  static Json json(LogFollower.Batch batch) {
    return Json.object(
        out -> {
          out.writeNumberProperty("dropped", batch.dropped());
          out.writeArrayPropertyStart("lines");
          for (LogBook.Line line : batch.lines()) {
            out.writeStartObject();
            out.writeNumberProperty("number", line.number());
            out.writeStringProperty("time", line.time().toString());
            out.writeStringProperty("plugin", line.plugin());
            out.writeStringProperty("level", line.level().name().toLowerCase(Locale.ROOT));
            out.writeStringProperty("text", line.text());
            out.writeBooleanProperty("state", line.state());
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  static LogFollower.Batch batch(Fields from) {
    return new LogFollower.Batch(
        from.optionalNumber("dropped").orElse(0),
        from.elements("lines").stream().map(Fields::of).map(LogLines::line).toList());
  }

  private static LogBook.Line line(Fields from) {
    return new LogBook.Line(
        from.optionalNumber("number").orElse(0),
        Instant.parse(from.text("time")),
        from.text("plugin"),
        HostEvent.Level.valueOf(from.text("level").toUpperCase(Locale.ROOT)),
        from.text("text"),
        from.flag("state"));
  }
}
