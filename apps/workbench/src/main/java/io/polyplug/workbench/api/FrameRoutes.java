package io.polyplug.workbench.api;

import io.polyplug.base.Clock;
import io.polyplug.host.HostEvent;
import io.polyplug.host.RecordedFrame;
import io.polyplug.host.flight.RecordingWriter;
import io.polyplug.host.flight.Redaction;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/frames}: what went over the wire lately, and {@code GET /api/frames/export}: the
 * same as a recording. Of long frames the beginning is known only. Secrets are left out.
 */
record FrameRoutes(Served served, Clock clock, Redaction redaction) {
  private static final int USUAL = 200;
  private static final int MOST = 10_000;

  void addTo(Routes.Builder routes) {
    routes.add("GET", "/api/frames", this::list);
    routes.add("GET", "/api/frames/export", this::export);
  }

  private List<RecordedFrame> frames(ApiCall call, int usual) throws ApiProblem {
    @Nullable String key = null;
    Optional<String> plugin = call.parameter("plugin").filter(it -> !it.isEmpty());
    if (plugin.isPresent()) {
      key = served.host().plugin(plugin.get()).info().key();
    }
    int limit = Parameters.number(call, "limit", usual, 1, MOST);
    return served.host().events().flight().last(key, limit);
  }

  private void list(ApiCall call) throws IOException, ApiProblem {
    List<RecordedFrame> frames = frames(call, USUAL);
    call.object(
        out -> {
          out.writeNumberProperty("nowUs", clock.nanoTime() / 1000);
          out.writeArrayPropertyStart("frames");
          for (RecordedFrame frame : frames) {
            out.writeStartObject();
            out.writeStringProperty("plugin", frame.plugin());
            out.writeStringProperty(
                "to", frame.direction() == HostEvent.Direction.TO_PLUGIN ? "plugin" : "host");
            out.writeNumberProperty("us", frame.nanos() / 1000);
            out.writeNumberProperty("bytes", frame.bytes().length + frame.cut());
            out.writeNumberProperty("cut", frame.cut());
            out.writeStringProperty("text", redaction.frame(frame.bytes()));
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  private void export(ApiCall call) throws IOException, ApiProblem {
    List<RecordedFrame> frames = frames(call, MOST);
    Path file = Files.createTempFile("polyplug-frames", ".jsonl");
    try {
      long began = frames.isEmpty() ? clock.nanoTime() : frames.getFirst().nanos();
      try (RecordingWriter writer = RecordingWriter.to(file, redaction, clock.now(), began)) {
        frames.forEach(writer::frame);
      }
      call.exchange()
          .answer(
              200,
              Map.of(
                  "Content-Type",
                  "application/jsonl",
                  "Cache-Control",
                  "no-store",
                  "X-Content-Type-Options",
                  "nosniff",
                  "Content-Disposition",
                  "attachment; filename=\"frames.jsonl\""),
              Files.readAllBytes(file));
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
