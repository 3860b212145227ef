package io.polyplug.host;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a tool list may depend on.
 *
 * @param target a server URL, where the contract has one
 * @param metadata headers for it
 * @param timeout how long the caller waits at most
 * @param fresh whether a remembered answer will not do
 */
public record ToolQuery(
    Optional<String> target,
    Map<String, String> metadata,
    Optional<Duration> timeout,
    boolean fresh) {
  /** No target, no limit but the plugin's own, a remembered answer is fine. */
  public static final ToolQuery ANY =
      new ToolQuery(Optional.empty(), Map.of(), Optional.empty(), false);

  public ToolQuery {
    metadata = Map.copyOf(metadata);
  }

  public ToolQuery withTimeout(Duration newTimeout) {
    return new ToolQuery(target, metadata, Optional.of(newTimeout), fresh);
  }
}
