package io.polyplug.workbench.api;

import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.host.ToolList;
import io.polyplug.host.ToolQuery;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * {@code GET /api/plugins/KEY/tools?fresh=1&target=URL}: what a plugin offers, and what of its
 * answer could not be used. Asks an instance, which may start one, only if nothing else tells, or
 * if {@code fresh}.
 */
record ToolRoutes(Served served) {
  /** Somebody looks at the page meanwhile. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  void addTo(Routes.Builder routes) {
    routes.add("GET", "/api/plugins/{key}/tools", this::list);
  }

  private void list(ApiCall call) throws IOException {
    boolean fresh = call.parameter("fresh").filter(it -> !it.equals("0")).isPresent();
    Optional<String> target = call.parameter("target").filter(it -> !it.isBlank());
    ToolList list =
        served
            .host()
            .plugin(call.variable("key"))
            .toolList(new ToolQuery(target, Map.of(), Optional.of(PATIENCE), fresh));
    call.object(
        out -> {
          out.writeArrayPropertyStart("tools");
          list.tools().forEach(tool -> write(tool, out));
          out.writeEndArray();
          PluginJson.texts("passedOver", list.passedOver(), out);
        });
  }

  private static void write(ToolInfo tool, JsonGenerator out) {
    out.writeStartObject();
    out.writeStringProperty("name", tool.name());
    out.writeStringProperty("description", tool.description());
    out.writeStringProperty("kind", word(tool.kind()));
    out.writeName("inputSchema");
    tool.inputSchema().writeTo(out);
    tool.further()
        .ifPresent(
            further -> {
              out.writeName("further");
              further.writeTo(out);
            });
    out.writeEndObject();
  }

  private static String word(ToolKind kind) {
    return switch (kind) {
      case UNARY -> "call";
      case STREAM -> "stream";
      case CHANNEL -> "channel";
    };
  }
}
