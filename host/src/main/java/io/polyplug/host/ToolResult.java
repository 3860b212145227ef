package io.polyplug.host;

import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Map;

/**
 * What a tool gave.
 *
 * @param output the payload as the plugin wrote it; numbers are unchanged
 * @param status the plugin's word for the outcome; {@code ok} where the contract has none
 * @param ok whether the contract counts this outcome as a success
 * @param metadata what came with it, by name
 * @param attachments captured text beside the payload: {@code stdout}, {@code stderr}, …
 * @param duration how long the call took the plugin, in its contract's measure; without the start
 *     of an instance that others share
 */
public record ToolResult(
    Json output,
    String status,
    boolean ok,
    Map<String, Json> metadata,
    Map<String, String> attachments,
    Duration duration) {
  public ToolResult {
    metadata = Map.copyOf(metadata);
    attachments = Map.copyOf(attachments);
  }

  /** A plain success. */
  public static ToolResult ok(Json output, Duration duration) {
    return new ToolResult(output, "ok", true, Map.of(), Map.of(), duration);
  }
}
