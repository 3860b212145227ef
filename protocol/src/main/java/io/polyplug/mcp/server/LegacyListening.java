package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.Json;

/** A legacy client hears of every list, and of the resources that it subscribed to. */
record LegacyListening(LegacyClient client, Back back) implements ServerChanges.Subscriber {
  @Override
  public void listChanged(String method) {
    back.notify(method, Json.EMPTY_OBJECT);
  }

  @Override
  public void resourceUpdated(String uri) {
    if (client.resources().contains(uri)) {
      back.notify(McpMethods.RESOURCE_UPDATED, ServerChanges.updated(uri));
    }
  }
}
