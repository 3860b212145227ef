package io.polyplug.mcp;

import io.polyplug.host.ToolProgress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What one request wants to have different. Immutable; the {@code with} methods give changed
 * copies.
 *
 * @param timeout for everything, questions of the server to the user included; empty: as configured
 * @param progress told how far it has come, in order and on a thread that others wait for, so it
 *     should be quick
 * @param extended whether each progress begins the timeout anew
 * @param meta further metadata for the server, such as {@code traceparent}
 */
public record McpCallOptions(
    Optional<Duration> timeout,
    Optional<Consumer<ToolProgress>> progress,
    boolean extended,
    Map<String, String> meta) {
  /** Nothing different. */
  public static final McpCallOptions NONE =
      new McpCallOptions(Optional.empty(), Optional.empty(), false, Map.of());

  public McpCallOptions {
    meta = Map.copyOf(meta);
  }

  public McpCallOptions withTimeout(Duration limit) {
    return new McpCallOptions(Optional.of(limit), progress, extended, meta);
  }

  public McpCallOptions withProgress(Consumer<ToolProgress> listener) {
    return new McpCallOptions(timeout, Optional.of(listener), extended, meta);
  }

  /** Has each progress begin the timeout anew. */
  public McpCallOptions extendedByProgress() {
    return new McpCallOptions(timeout, progress, true, meta);
  }

  public McpCallOptions withMeta(Map<String, String> more) {
    return new McpCallOptions(timeout, progress, extended, more);
  }
}
