package io.polyplug.cli.running;

import io.polyplug.host.bus.Snapshot;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** What a bus has, as JSON and back. */
final class BusMessages {
  /** What a list shows of each payload. */
  private static final int EXCERPT = 200;

  /** Topics may be long and many, and a message may not. */
  private static final long MOST_CHARACTERS = 4L << 20;

  private static final int MOST_TOPICS = 10_000;

  private BusMessages() {}

  static Json topics(List<Snapshot> retained) {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("topics");
          long room = MOST_CHARACTERS;
          int shown = 0;
          for (Snapshot snapshot : retained) {
            room -= snapshot.topic().length();
            if (room < 0 || shown == MOST_TOPICS) {
              break;
            }
            shown++;
            byte[] payload = snapshot.payload();
            write(out, snapshot, Arrays.copyOf(payload, Math.min(payload.length, EXCERPT)));
          }
          out.writeEndArray();
          out.writeNumberProperty("leftOut", retained.size() - shown);
        });
  }

  static RunningBus.Topics topics(Fields from) {
    return new RunningBus.Topics(
        from.elements("topics").stream()
            .map(Fields::of)
            .map(it -> new RunningBus.Topic(snapshot(it), it.optionalNumber("bytes").orElseThrow()))
            .toList(),
        from.optionalNumber("leftOut").orElse(0));
  }

  static Json latest(Optional<Snapshot> found) {
    return snapshots(found.stream().toList(), 0);
  }

  static Json batch(BusFollower.Batch batch) {
    return snapshots(batch.snapshots(), batch.missed());
  }

  private static Json snapshots(List<Snapshot> snapshots, long missed) {
    return Json.object(
        out -> {
          out.writeNumberProperty("missed", missed);
          out.writeArrayPropertyStart("snapshots");
          snapshots.forEach(snapshot -> write(out, snapshot, snapshot.payload()));
          out.writeEndArray();
        });
  }

  static RunningBus.Batch batch(Fields from) {
    List<Snapshot> snapshots = new ArrayList<>();
    from.elements("snapshots").forEach(it -> snapshots.add(snapshot(Fields.of(it))));
    return new RunningBus.Batch(from.optionalNumber("missed").orElse(0), snapshots);
  }

  private static void write(JsonGenerator out, Snapshot snapshot, byte[] payload) {
    out.writeStartObject();
    out.writeStringProperty("topic", snapshot.topic());
    out.writeNumberProperty("version", snapshot.version());
    out.writeStringProperty("publisher", snapshot.publisher());
    out.writeNumberProperty("bytes", snapshot.payload().length);
    out.writeStringProperty("payload", Base64.getEncoder().encodeToString(payload));
    out.writeEndObject();
  }

  private static Snapshot snapshot(Fields from) {
    return new Snapshot(
        from.text("topic"),
        Base64.getDecoder().decode(from.text("payload")),
        from.optionalNumber("version").orElseThrow(),
        from.text("publisher"));
  }
}
