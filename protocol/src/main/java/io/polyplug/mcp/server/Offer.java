package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.Implementation;
import io.polyplug.mcp.protocol.McpVersions;
import io.polyplug.wire.Json;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** All that a server serves. Immutable. */
record Offer(
    Implementation info,
    String instructions,
    Optional<ServedTools> tools,
    Optional<ServedPrompts> prompts,
    Optional<ServedResources> resources,
    Optional<ServedCompletions> completions,
    boolean logging,
    long ttlMillis) {
  /** The answer to the handshake of a legacy client. */
  Json initialized(String version) {
    return Json.object(
        out -> {
          out.writeStringProperty("protocolVersion", version);
          writeCapabilities(out);
          out.writeName("serverInfo");
          info.toJson().writeTo(out);
          writeInstructions(out);
        });
  }

  /** The answer to {@code server/discover}. */
  Json discovered() {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("supportedVersions");
          McpVersions.ALL.forEach(out::writeString);
          out.writeEndArray();
          writeCapabilities(out);
          writeInstructions(out);
        });
  }

  private void writeInstructions(JsonGenerator out) {
    if (!instructions.isEmpty()) {
      out.writeStringProperty("instructions", instructions);
    }
  }

  private void writeCapabilities(JsonGenerator out) {
    out.writeObjectPropertyStart("capabilities");
    if (tools.isPresent()) {
      writeList(out, "tools");
    }
    if (prompts.isPresent()) {
      writeList(out, "prompts");
    }
    if (resources.isPresent()) {
      out.writeObjectPropertyStart("resources");
      out.writeBooleanProperty("subscribe", true);
      out.writeBooleanProperty("listChanged", true);
      out.writeEndObject();
    }
    if (completions.isPresent()) {
      out.writeObjectPropertyStart("completions");
      out.writeEndObject();
    }
    if (logging) {
      out.writeObjectPropertyStart("logging");
      out.writeEndObject();
    }
    out.writeEndObject();
  }

  private static void writeList(JsonGenerator out, String name) {
    out.writeObjectPropertyStart(name);
    out.writeBooleanProperty("listChanged", true);
    out.writeEndObject();
  }
}
