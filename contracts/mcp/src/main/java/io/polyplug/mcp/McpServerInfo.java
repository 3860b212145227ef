package io.polyplug.mcp;

import io.polyplug.mcp.protocol.Implementation;
import io.polyplug.mcp.protocol.McpVersions;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a server said of itself when it was met. All texts are its own: whoever shows them escapes
 * them.
 *
 * @param version the revision of the protocol that is spoken with it
 * @param info who it says it is
 * @param capabilities what it offers, an object
 * @param instructions how it wants to be used
 * @param answer all that it said, as it came
 */
public record McpServerInfo(
    String version,
    Implementation info,
    Json capabilities,
    Optional<String> instructions,
    Json answer) {
  /** Whether every request carries its own metadata. */
  public boolean modern() {
    return McpVersions.isModern(version);
  }

  /** Whether it offers this at all: {@code tools}, {@code prompts}, {@code logging}, … */
  public boolean has(String capability) {
    return found(capability) != null;
  }

  /** Whether it offers this part of it: {@code listChanged}, {@code subscribe}. */
  public boolean has(String capability, String part) {
    Json value = found(capability);
    if (value == null || value.kind() != Json.Kind.OBJECT) {
      return false;
    }
    Json flag = JsonParts.find(value, part)[0];
    return flag != null && flag.toString().equals("true");
  }

  private @Nullable Json found(String capability) {
    Json value = JsonParts.find(capabilities, capability)[0];
    return value == null || value.kind() == Json.Kind.NULL ? null : value;
  }
}
