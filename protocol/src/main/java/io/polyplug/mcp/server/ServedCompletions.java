package io.polyplug.mcp.server;

import io.polyplug.wire.Json;

/** Suggestions for the arguments of prompts and templates. */
@FunctionalInterface
public interface ServedCompletions {
  /** For the params of a {@code completion/complete}: the object {@code completion}. */
  Json complete(Json params) throws Exception;
}
