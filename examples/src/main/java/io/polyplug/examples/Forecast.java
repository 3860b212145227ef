package io.polyplug.examples;

import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.wire.Json;
import java.time.Duration;

/** An application that asks a sidecar for the weather and can do without it. */
record Forecast(PluginHost host) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** What the sidecar says, or why there is nothing to be said. */
  String today(String city) {
    Json input = Json.object(out -> out.writeStringProperty("city", city));
    ToolCall call = ToolCall.of(input).withTimeout(PATIENCE);
    try {
      return host.plugin("weather").tool("weather/today").call(call).output().toString();
    } catch (PluginFailure failure) {
      return "no forecast: " + failure.failure().code();
    }
  }
}
