package io.polyplug.workbench.api;

import io.polyplug.host.Plugin;
import io.polyplug.workbench.Served;
import io.polyplug.workbench.metrics.MeterReading;
import io.polyplug.workbench.metrics.Meters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import tools.jackson.core.JsonGenerator;

/**
 * {@code GET /api/metrics}: what was counted of each plugin, with the last two minutes second by
 * second; {@code GET /metrics}: the same for Prometheus.
 */
record MetricRoutes(Served served, Meters meters) {
  private static final Map<String, String> TEXT =
      Map.of(
          "Content-Type", "text/plain; version=0.0.4; charset=utf-8",
          "Cache-Control", "no-store",
          "X-Content-Type-Options", "nosniff");

  void addTo(Routes.Builder routes) {
    routes.add("GET", "/api/metrics", this::show);
    routes.add("GET", "/metrics", this::scrape);
  }

  private void show(ApiCall call) throws IOException {
    call.object(
        out -> {
          out.writeNumberProperty("dropped", meters.dropped());
          out.writeArrayPropertyStart("plugins");
          served.host().plugins().forEach(plugin -> write(plugin, out));
          out.writeEndArray();
        });
  }

  private void write(Plugin plugin, JsonGenerator out) {
    MeterReading reading = meters.of(plugin);
    out.writeStartObject();
    out.writeStringProperty("key", plugin.info().key());
    out.writeNumberProperty("calls", reading.totals().calls());
    out.writeNumberProperty("errors", reading.totals().errors());
    out.writeNumberProperty("p50Us", reading.p50Micros());
    out.writeNumberProperty("p99Us", reading.p99Micros());
    out.writeNumberProperty("callsPerSecond", reading.callsPerSecond());
    out.writeNumberProperty("bytesIn", reading.totals().bytesIn());
    out.writeNumberProperty("bytesOut", reading.totals().bytesOut());
    out.writeNumberProperty("restarts", plugin.status().restarts());
    write(reading.streams(), out);
    out.writeObjectPropertyStart("seconds");
    series("calls", reading.seconds(), MeterReading.Second::calls, out);
    series("errors", reading.seconds(), MeterReading.Second::errors, out);
    series("bytesIn", reading.seconds(), MeterReading.Second::bytesIn, out);
    series("bytesOut", reading.seconds(), MeterReading.Second::bytesOut, out);
    out.writeEndObject();
    out.writeEndObject();
  }

  private static void write(MeterReading.Streams streams, JsonGenerator out) {
    out.writeObjectPropertyStart("streams");
    out.writeNumberProperty("ended", streams.ended());
    out.writeNumberProperty("failed", streams.failed());
    out.writeNumberProperty("received", streams.received());
    out.writeNumberProperty("sent", streams.sent());
    out.writeNumberProperty("p50Us", streams.p50Micros());
    out.writeNumberProperty("p99Us", streams.p99Micros());
    out.writeEndObject();
  }

  private static void series(
      String name,
      List<MeterReading.Second> seconds,
      ToLongFunction<MeterReading.Second> which,
      JsonGenerator out) {
    out.writeArrayPropertyStart(name);
    seconds.forEach(second -> out.writeNumber(which.applyAsLong(second)));
    out.writeEndArray();
  }

  private void scrape(ApiCall call) throws IOException {
    call.exchange().answer(200, TEXT, meters.prometheus().getBytes(StandardCharsets.UTF_8));
  }
}
