package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.RunningBus;
import io.polyplug.host.bus.Snapshot;
import io.polyplug.wire.Json;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Prints what a bus has and what is published on it. */
record BusOutput(Printer printer) {
  private static final int LONGEST_TOPIC = 200;
  private static final int LONGEST_EXCERPT = 60;

  void table(RunningBus.Topics all) {
    if (printer.wantsJson()) {
      document(all);
      return;
    }
    if (all.topics().isEmpty()) {
      printer.line("Nothing was published yet.");
      return;
    }
    printer.table(
        List.of("TOPIC", "VERSION", "PUBLISHER", "BYTES", "PAYLOAD"),
        all.topics().stream().map(BusOutput::row).toList());
    if (all.leftOut() > 0) {
      printer.aside("polyplug: " + all.leftOut() + " more topics are not shown");
    }
  }

  private static List<String> row(RunningBus.Topic topic) {
    Snapshot beginning = topic.beginning();
    return List.of(
        UntrustedText.excerpt(beginning.topic(), LONGEST_TOPIC),
        Long.toUnsignedString(beginning.version()),
        UntrustedText.excerpt(beginning.publisher(), LONGEST_TOPIC),
        Long.toString(topic.bytes()),
        excerpt(beginning.payload()));
  }

  private static String excerpt(byte[] payload) {
    return PayloadText.beginning(payload, LONGEST_EXCERPT).orElse("(not text)");
  }

  private void document(RunningBus.Topics all) {
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", true);
          out.writeArrayPropertyStart("topics");
          for (RunningBus.Topic topic : all.topics()) {
            out.writeStartObject();
            head(topic.beginning(), topic.bytes(), out);
            PayloadText.beginning(topic.beginning().payload(), LONGEST_EXCERPT)
                .ifPresent(it -> out.writeStringProperty("excerpt", it));
            out.writeEndObject();
          }
          out.writeEndArray();
          out.writeNumberProperty("leftOut", all.leftOut());
        });
  }

  /** In a pipe the very bytes; on a terminal nothing that would harm it. */
  void payload(Snapshot snapshot) {
    if (printer.wantsJson()) {
      printer.document(
          out -> {
            out.writeBooleanProperty("ok", true);
            whole(snapshot, out);
          });
    } else if (!printer.outIsTerminal()) {
      printer.bytes(snapshot.payload());
    } else {
      PayloadText.of(snapshot.payload())
          .orElseThrow(
              () ->
                  new UsageProblem(
                      "The last value of this topic, %d bytes, is not text: send it to a file or a pipe"
                          .formatted(snapshot.payload().length)))
          .lines()
          .forEach(line -> printer.line(UntrustedText.escape(line)));
    }
  }

  /** A line for each, as long as somebody reads them. */
  void lines(RunningBus.Batch batch) {
    if (batch.missed() > 0) {
      tellOfMissed(batch.missed());
    }
    for (Snapshot snapshot : batch.snapshots()) {
      if (printer.isUnread()) {
        return;
      }
      printer.line(
          printer.wantsJson()
              ? Json.object(out -> whole(snapshot, out)).toString()
              : "%s %s by %s, %d bytes: %s"
                  .formatted(
                      Long.toUnsignedString(snapshot.version()),
                      UntrustedText.excerpt(snapshot.topic(), LONGEST_TOPIC),
                      UntrustedText.excerpt(snapshot.publisher(), LONGEST_TOPIC),
                      snapshot.payload().length,
                      excerpt(snapshot.payload())));
    }
  }

  private void tellOfMissed(long missed) {
    if (printer.wantsJson()) {
      printer.line(Json.object(out -> out.writeNumberProperty("missed", missed)).toString());
    } else {
      printer.aside("polyplug: " + missed + " publishes were missed: they came too fast");
    }
  }

  private static void head(Snapshot snapshot, long bytes, JsonGenerator out) {
    out.writeStringProperty("topic", snapshot.topic());
    out.writeNumberProperty("version", snapshot.version());
    out.writeStringProperty("publisher", snapshot.publisher());
    out.writeNumberProperty("bytes", bytes);
  }

  private static void whole(Snapshot snapshot, JsonGenerator out) {
    head(snapshot, snapshot.payload().length, out);
    out.writeStringProperty(
        "payload_base64", Base64.getEncoder().encodeToString(snapshot.payload()));
    Optional<String> text = PayloadText.of(snapshot.payload());
    text.ifPresent(it -> out.writeStringProperty("text", it));
  }
}
