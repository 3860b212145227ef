package io.polyplug.mcp.server;

import io.polyplug.wire.Json;
import java.util.Optional;

/** The prompts of a server. Called on virtual threads, many at once. */
public interface ServedPrompts {
  /** A page of prompts. */
  Page list(Optional<String> cursor) throws Exception;

  /** One prompt with its arguments filled in; the result has {@code messages}. */
  Json get(String name, Json arguments, ServerCall call) throws Exception;
}
