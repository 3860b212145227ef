package io.polyplug.cli.running;

import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * What commands and the running host say to each other, as JSON and back. Both ends are of the same
 * version. Payloads of plugins pass byte for byte.
 */
final class Messages {
  private Messages() {}

  static void write(JsonGenerator out, ToolCall call) {
    out.writeName("input");
    call.input().writeTo(out);
    call.target().ifPresent(target -> out.writeStringProperty("target", target));
    texts(out, "metadata", call.metadata());
    texts(out, "context", call.context());
    call.timeout().ifPresent(limit -> out.writeNumberProperty("timeoutMs", limit.toMillis()));
  }

  static ToolCall call(Fields from) {
    return new ToolCall(
        from.json("input"),
        from.optionalText("target"),
        from.textMap("metadata"),
        from.textMap("context"),
        from.optionalMillis("timeoutMs"));
  }

  static void write(JsonGenerator out, ToolQuery query) {
    query.target().ifPresent(target -> out.writeStringProperty("target", target));
    texts(out, "metadata", query.metadata());
    query.timeout().ifPresent(limit -> out.writeNumberProperty("timeoutMs", limit.toMillis()));
    out.writeBooleanProperty("fresh", query.fresh());
  }

  static ToolQuery query(Fields from) {
    return new ToolQuery(
        from.optionalText("target"),
        from.textMap("metadata"),
        from.optionalMillis("timeoutMs"),
        from.flag("fresh"));
  }

  static Json json(ToolResult result) {
    return Json.object(
        out -> {
          out.writeName("output");
          result.output().writeTo(out);
          out.writeStringProperty("status", result.status());
          out.writeBooleanProperty("ok", result.ok());
          out.writeName("metadata");
          out.writeStartObject();
          result
              .metadata()
              .forEach(
                  (name, value) -> {
                    out.writeName(name);
                    value.writeTo(out);
                  });
          out.writeEndObject();
          texts(out, "attachments", result.attachments());
          out.writeNumberProperty("durationNs", result.duration().toNanos());
        });
  }

  static ToolResult result(Fields from) {
    return new ToolResult(
        from.json("output"),
        from.text("status"),
        from.flag("ok"),
        from.map("metadata"),
        from.textMap("attachments"),
        Duration.ofNanos(from.optionalNumber("durationNs").orElse(0)));
  }

  static Json json(List<ToolInfo> tools) {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("tools");
          for (ToolInfo tool : tools) {
            out.writeStartObject();
            out.writeStringProperty("name", tool.name());
            out.writeStringProperty("description", tool.description());
            out.writeName("inputSchema");
            tool.inputSchema().writeTo(out);
            out.writeStringProperty("kind", word(tool.kind()));
            tool.further()
                .ifPresent(
                    it -> {
                      out.writeName("further");
                      it.writeTo(out);
                    });
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  static List<ToolInfo> tools(Fields from) {
    return from.elements("tools").stream()
        .map(Fields::of)
        .map(
            tool ->
                new ToolInfo(
                    tool.text("name"),
                    tool.text("description"),
                    tool.json("inputSchema"),
                    kind(tool.text("kind")),
                    tool.optionalJson("further")))
        .toList();
  }

  static String word(ToolKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  static ToolKind kind(String word) {
    return ToolKind.valueOf(word.toUpperCase(Locale.ROOT));
  }

  static Json json(Listing listing) {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("plugins");
          listing.plugins().forEach(row -> json(row).writeTo(out));
          out.writeEndArray();
          out.writeArrayPropertyStart("unusable");
          for (Listing.Unusable bad : listing.unusable()) {
            out.writeStartObject();
            out.writeStringProperty("name", bad.name());
            out.writeStringProperty("contract", bad.contract());
            out.writeStringProperty("reason", bad.reason());
            out.writeStringProperty("origin", bad.origin());
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  static Listing listing(Fields from) {
    return new Listing(
        from.elements("plugins").stream().map(Fields::of).map(Messages::row).toList(),
        from.elements("unusable").stream()
            .map(Fields::of)
            .map(
                bad ->
                    new Listing.Unusable(
                        bad.text("name"),
                        bad.text("contract"),
                        bad.text("reason"),
                        bad.text("origin")))
            .toList());
  }

  static Json json(Listing.Row row) {
    return Json.object(
        out -> {
          out.writeStringProperty("id", row.id());
          out.writeStringProperty("called", row.called());
          out.writeStringProperty("contract", row.contract());
          out.writeStringProperty("name", row.name());
          out.writeStringProperty("version", row.version());
          out.writeStringProperty("description", row.description());
          out.writeStringProperty("origin", row.origin());
          out.writeStringProperty("key", row.key());
          out.writeStringProperty("tag", row.tag());
          out.writeStringProperty("status", row.status());
          out.writeStringProperty("reason", row.reason());
          row.pid().ifPresent(pid -> out.writeNumberProperty("pid", pid));
          row.since().ifPresent(since -> out.writeStringProperty("since", since.toString()));
          out.writeNumberProperty("restarts", row.restarts());
          row.source()
              .ifPresent(
                  note -> {
                    out.writeStringProperty("source", note.source());
                    out.writeStringProperty("digest", note.digest());
                  });
        });
  }

  /** What comes over the socket is of a host that stays. */
  static Listing.Row row(Fields from) {
    return new Listing.Row(
        from.text("id"),
        from.text("called"),
        from.text("contract"),
        from.text("name"),
        from.text("version"),
        from.text("description"),
        from.text("origin"),
        from.text("key"),
        from.text("tag"),
        from.text("status"),
        from.text("reason"),
        true,
        from.optionalNumber("pid"),
        from.optionalText("since").map(Instant::parse),
        (int) from.optionalNumber("restarts").orElse(0),
        from.optionalText("source")
            .map(source -> new SourceNote(source, from.optionalText("digest").orElse(""))));
  }

  static void texts(JsonGenerator out, String name, Map<String, String> texts) {
    out.writeName(name);
    out.writeStartObject();
    texts.forEach(out::writeStringProperty);
    out.writeEndObject();
  }

  static void texts(JsonGenerator out, String name, List<String> texts) {
    out.writeArrayPropertyStart(name);
    texts.forEach(out::writeString);
    out.writeEndArray();
  }

  static Optional<ToolKind> optionalKind(Fields from) {
    return from.optionalText("kind").map(Messages::kind);
  }
}
