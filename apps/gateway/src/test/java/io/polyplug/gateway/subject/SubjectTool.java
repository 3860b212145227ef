package io.polyplug.gateway.subject;

import io.polyplug.mcp.server.ServerCall;
import io.polyplug.wire.Json;

/** One tool of the subject. */
record SubjectTool(String name, String description, Json inputSchema, Run run) {
  private static final Json NOTHING = Json.parse("{\"type\":\"object\",\"properties\":{}}");

  /** What it does. */
  @FunctionalInterface
  interface Run {
    Json call(Json arguments, ServerCall call) throws Exception;
  }

  /** A tool without arguments. */
  static SubjectTool of(String name, String description, Run run) {
    return new SubjectTool(name, description, NOTHING, run);
  }

  /** A tool with arguments. */
  static SubjectTool of(String name, String description, String inputSchema, Run run) {
    return new SubjectTool(name, description, Json.parse(inputSchema), run);
  }

  Json described() {
    return Json.object(
        out -> {
          out.writeStringProperty("name", name);
          out.writeStringProperty("description", description);
          out.writeName("inputSchema");
          inputSchema.compact().writeTo(out);
        });
  }
}
