package io.polyplug.host;

import io.polyplug.wire.Json;
import java.util.Optional;

/**
 * One thing a plugin can do, in the same shape for every contract.
 *
 * @param name what it is called by, exactly
 * @param description the plugin's words, empty if it gave none; not escaped
 * @param inputSchema a JSON Schema of the input; an object schema that allows all if none is known
 * @param kind how it is used
 * @param further an object of whatever else the plugin says of it, where its contract has words for
 *     that, such as hints or a schema of the output; the host passes it on and never reads it
 */
public record ToolInfo(
    String name, String description, Json inputSchema, ToolKind kind, Optional<Json> further) {
  /** The schema of a tool that says nothing about its input. */
  public static final Json ANY_OBJECT = Json.parse("{\"type\":\"object\"}");

  /** One of which nothing else is said. */
  public ToolInfo(String name, String description, Json inputSchema, ToolKind kind) {
    this(name, description, inputSchema, kind, Optional.empty());
  }
}
