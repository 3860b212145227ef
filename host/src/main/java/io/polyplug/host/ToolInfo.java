package io.polyplug.host;

import io.polyplug.wire.Json;

/**
 * One thing a plugin can do, in the same shape for every contract.
 *
 * @param name what it is called by, exactly
 * @param description the plugin's words, empty if it gave none; not escaped
 * @param inputSchema a JSON Schema of the input; an object schema that allows all if none is known
 * @param kind how it is used
 */
public record ToolInfo(String name, String description, Json inputSchema, ToolKind kind) {
  /** The schema of a tool that says nothing about its input. */
  public static final Json ANY_OBJECT = Json.parse("{\"type\":\"object\"}");
}
