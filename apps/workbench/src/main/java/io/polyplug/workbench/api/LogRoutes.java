package io.polyplug.workbench.api;

import io.polyplug.host.LogBook;
import io.polyplug.wire.Json;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/**
 * {@code GET /api/logs?plugin=KEY&limit=N&search=TEXT&after=NUMBER}: the last lines that contain a
 * text, whatever the case, oldest first; of all plugins without one. Lines are numbered, here and
 * in events of the kind {@code line}.
 */
record LogRoutes(Served served) {
  private static final int USUAL = 200;

  void addTo(Routes.Builder routes) {
    routes.add("GET", "/api/logs", this::show);
  }

  private void show(ApiCall call) throws IOException, ApiProblem {
    int limit = Parameters.number(call, "limit", USUAL, 1, LogBook.MOST_LINES);
    long after = Parameters.wide(call, "after", 0, 0, Long.MAX_VALUE);
    String search = call.parameter("search").orElse("").toLowerCase(Locale.ROOT);
    Optional<String> plugin = call.parameter("plugin");
    Stream<String> keys =
        plugin.isPresent()
            ? Stream.of(served.host().plugin(plugin.get()).info().key())
            : served.host().plugins().stream().map(it -> it.info().key());
    List<LogBook.Line> lines =
        keys.flatMap(key -> served.logs().last(key, LogBook.MOST_LINES).stream())
            .filter(line -> line.text().toLowerCase(Locale.ROOT).contains(search))
            .filter(line -> line.number() > after)
            .sorted(Comparator.comparingLong(LogBook.Line::number))
            .toList();
    call.object(
        out -> {
          out.writeArrayPropertyStart("lines");
          lines
              .subList(Math.max(0, lines.size() - limit), lines.size())
              .forEach(line -> write(line, out));
          out.writeEndArray();
        });
  }

  /** As an event. */
  static Json json(LogBook.Line line) {
    return Json.write(out -> write(line, out));
  }

  private static void write(LogBook.Line line, JsonGenerator out) {
    out.writeStartObject();
    out.writeNumberProperty("number", line.number());
    out.writeStringProperty("time", line.time().toString());
    out.writeStringProperty("plugin", line.plugin());
    out.writeStringProperty("level", EventRoutes.word(line.level()));
    out.writeStringProperty("text", line.text());
    out.writeBooleanProperty("state", line.state());
    out.writeEndObject();
  }
}
