package io.polyplug.rune;

import io.polyplug.host.Plugin;
import io.polyplug.host.ToolCall;
import io.polyplug.rune.protocol.RuneCaller;
import io.polyplug.wire.Json;
import java.util.Map;
import java.util.Optional;

/**
 * A rune plugin in the contract's own words. Get one from {@link Plugin#as}.
 *
 * <p>Failures carry one of the contract's nine codes; the plugin's own error is a {@link
 * io.polyplug.host.PluginError}.
 */
public final class RunePlugin {
  private final Plugin plugin;

  RunePlugin(Plugin plugin) {
    this.plugin = plugin;
  }

  /** One invocation: one process, one handshake, one execute. */
  public Json execute(String tool, Json input, RuneCaller caller) {
    ToolCall call =
        new ToolCall(input, Optional.empty(), Map.of(), caller.members(), Optional.empty());
    return plugin.tool(tool).call(call).output();
  }
}
