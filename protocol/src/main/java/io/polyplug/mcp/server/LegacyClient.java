package io.polyplug.mcp.server;

import io.polyplug.wire.Json;

/** What a session with an initialize handshake remembers of its client. Safe from any thread. */
final class LegacyClient {
  private final String version;
  private final Json capabilities;
  private final WantedResources resources = new WantedResources();
  private volatile String logLevel = "debug";

  LegacyClient(String version, Json capabilities) {
    this.version = version;
    this.capabilities = capabilities;
  }

  String version() {
    return version;
  }

  Json capabilities() {
    return capabilities;
  }

  String logLevel() {
    return logLevel;
  }

  void logLevel(String level) {
    logLevel = level;
  }

  /** The resources that it wants to hear of. */
  WantedResources resources() {
    return resources;
  }
}
