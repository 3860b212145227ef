package io.polyplug.workbench.api;

import io.polyplug.host.bus.Snapshot;
import io.polyplug.wire.Json;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** {@code GET /api/bus}: the topics of the bus with their last values, as far as they are text. */
record BusRoutes(Served served) {
  private static final int MOST_TOPICS = 500;

  /** Of a value so much is told. */
  private static final int LONGEST_VALUE = 16 << 10;

  void addTo(Routes.Builder routes) {
    routes.add("GET", "/api/bus", this::list);
  }

  private void list(ApiCall call) throws IOException {
    List<Snapshot> all = served.host().bus().retained();
    call.object(
        out -> {
          out.writeArrayPropertyStart("topics");
          all.stream().limit(MOST_TOPICS).forEach(it -> json(it).writeTo(out));
          out.writeEndArray();
          out.writeNumberProperty("leftOut", Math.max(0, all.size() - MOST_TOPICS));
        });
  }

  /** One value, bounded: quick enough for the thread of a publisher. */
  static Json json(Snapshot snapshot) {
    byte[] payload = snapshot.payload();
    Optional<String> text = text(payload);
    return Json.object(
        out -> {
          out.writeStringProperty("topic", snapshot.topic());
          // As text: it has 64 bits, and numbers of the page have fewer.
          out.writeStringProperty("version", Long.toUnsignedString(snapshot.version()));
          out.writeStringProperty("publisher", snapshot.publisher());
          out.writeNumberProperty("bytes", payload.length);
          out.writeNumberProperty("cut", Math.max(0, payload.length - LONGEST_VALUE));
          text.ifPresent(it -> out.writeStringProperty("value", it));
        });
  }

  private static Optional<String> text(byte[] payload) {
    int length = Math.min(payload.length, LONGEST_VALUE);
    CharBuffer text = CharBuffer.allocate(length);
    // Without an end: a character that is cut there is no mistake.
    boolean wrong =
        StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(payload, 0, length), text, false)
            .isError();
    return wrong ? Optional.empty() : Optional.of(text.flip().toString());
  }
}
