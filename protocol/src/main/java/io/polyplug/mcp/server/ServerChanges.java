package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells clients what has changed, each what it wants to hear. Safe from any thread. */
public final class ServerChanges {
  private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();

  /** Who wants to hear of changes; quick, and throws nothing. */
  interface Subscriber {
    /** The list behind this notification has changed. */
    void listChanged(String method);

    /** This resource has changed. */
    void resourceUpdated(String uri);
  }

  ServerChanges() {}

  void add(Subscriber subscriber) {
    subscribers.add(subscriber);
  }

  void remove(Subscriber subscriber) {
    subscribers.remove(subscriber);
  }

  /** The list of tools is another one. */
  public void tools() {
    subscribers.forEach(it -> it.listChanged(McpMethods.TOOLS_CHANGED));
  }

  /** The list of prompts is another one. */
  public void prompts() {
    subscribers.forEach(it -> it.listChanged(McpMethods.PROMPTS_CHANGED));
  }

  /** The list of resources is another one. */
  public void resources() {
    subscribers.forEach(it -> it.listChanged(McpMethods.RESOURCES_CHANGED));
  }

  /** The content of a resource is another one. */
  public void resource(String uri) {
    subscribers.forEach(it -> it.resourceUpdated(uri));
  }

  static Json updated(String uri) {
    return Json.object(out -> out.writeStringProperty("uri", uri));
  }
}
