package io.polyplug.bowire;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.host.config.SecretText;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the user says about a sidecar, besides what its manifest says.
 *
 * @param settings values for what the sidecar lets be set, offered with the handshake
 * @param environment variables besides those that the manifest's prefix lets through
 * @param headers for every request to an HTTP sidecar
 * @param tellShutdown whether an HTTP sidecar is told that this host needs it no more
 * @param maxFrames how many messages of one stream or channel may wait for their reader
 * @param maxBytes and how many bytes
 */
record SidecarOptions(
    BowireTimes times,
    Map<String, Json> settings,
    Map<String, SecretText> environment,
    Map<String, SecretText> headers,
    boolean tellShutdown,
    int maxFrames,
    long maxBytes) {
  static final SidecarOptions DEFAULT =
      new SidecarOptions(
          BowireTimes.DEFAULT, Map.of(), Map.of(), Map.of(), true, 100_000, 256L << 20);

  SidecarOptions {
    settings = Map.copyOf(settings);
    environment = Map.copyOf(environment);
    headers = Map.copyOf(headers);
  }

  static SidecarOptions read(ConfigTable table) {
    return new SidecarOptions(
        BowireTimes.read(table),
        table.anything("settings"),
        SecretText.read(table, "env"),
        SecretText.read(table, "headers"),
        table.flag("tell_shutdown").orElse(true),
        table.whole("stream_messages").map(Math::toIntExact).orElse(DEFAULT.maxFrames),
        table.whole("stream_bytes").orElse(DEFAULT.maxBytes));
  }

  /** The values now; one that is not there is the configuration's fault. */
  static Map<String, String> resolve(Map<String, SecretText> values, String what, String plugin) {
    Map<String, String> resolved = new LinkedHashMap<>();
    for (Map.Entry<String, SecretText> entry : values.entrySet()) {
      try {
        resolved.put(entry.getKey(), entry.getValue().resolve(System.getenv()));
      } catch (IOException e) {
        throw new PluginFailure(
            new Failure(
                FailureCode.INVALID_CONFIGURATION,
                plugin,
                what + " " + entry.getKey() + " has no value: " + e.getMessage()),
            e);
      }
    }
    return resolved;
  }
}
