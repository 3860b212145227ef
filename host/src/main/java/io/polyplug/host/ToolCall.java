package io.polyplug.host;

import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What a tool is called with. Immutable; the {@code with} methods give changed copies.
 *
 * @param input the JSON input, passed on byte for byte
 * @param target a server URL or a working folder, where the contract has such a thing
 * @param metadata headers for the other side, where the contract has them
 * @param context what the host knows about the caller, in the contract's own names
 * @param timeout how long the caller waits at most; the plugin's own limits hold all the same
 * @param progress told how far the call has come, where the contract has such a thing: in order and
 *     on a thread that others wait for, so it should be quick
 */
public record ToolCall(
    Json input,
    Optional<String> target,
    Map<String, String> metadata,
    Map<String, String> context,
    Optional<Duration> timeout,
    Optional<Consumer<ToolProgress>> progress) {
  /** Of which nobody wants to hear how far it has come. */
  public ToolCall(
      Json input,
      Optional<String> target,
      Map<String, String> metadata,
      Map<String, String> context,
      Optional<Duration> timeout) {
    this(input, target, metadata, context, timeout, Optional.empty());
  }

  public ToolCall {
    metadata = Map.copyOf(metadata);
    context = Map.copyOf(context);
  }

  /** A call with this input and nothing else. */
  public static ToolCall of(Json input) {
    return new ToolCall(input, Optional.empty(), Map.of(), Map.of(), Optional.empty());
  }

  public ToolCall withTarget(String newTarget) {
    return new ToolCall(input, Optional.of(newTarget), metadata, context, timeout, progress);
  }

  public ToolCall withMetadata(String name, String value) {
    return new ToolCall(input, target, with(metadata, name, value), context, timeout, progress);
  }

  public ToolCall withContext(String name, String value) {
    return new ToolCall(input, target, metadata, with(context, name, value), timeout, progress);
  }

  public ToolCall withTimeout(Duration newTimeout) {
    return new ToolCall(input, target, metadata, context, Optional.of(newTimeout), progress);
  }

  public ToolCall withProgress(Consumer<ToolProgress> listener) {
    return new ToolCall(input, target, metadata, context, timeout, Optional.of(listener));
  }

  private static Map<String, String> with(Map<String, String> map, String name, String value) {
    Map<String, String> copy = new TreeMap<>(map);
    copy.put(name, value);
    return copy;
  }
}
