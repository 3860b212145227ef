package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One {@code subscriptions/listen} of a modern client: acknowledges first, then tells what the
 * client asked for and nothing else, marked with the id of the request. Safe from any thread.
 */
final class Listening implements ServerChanges.Subscriber {
  private final Json id;
  private final Back back;
  private final Set<String> lists = new LinkedHashSet<>();
  private final WantedResources resources = new WantedResources();

  Listening(Json id, Map<String, Json> params, Offer offer, Back back) {
    this.id = id;
    this.back = back;
    Json wanted = params.get("notifications");
    if (wanted == null || wanted.kind() != Json.Kind.OBJECT) {
      throw McpServer.invalid("params.notifications must be an object");
    }
    Map<String, Json> filter = JsonParts.members(wanted);
    if (offer.tools().isPresent()) {
      want(filter, "toolsListChanged", McpMethods.TOOLS_CHANGED);
    }
    if (offer.prompts().isPresent()) {
      want(filter, "promptsListChanged", McpMethods.PROMPTS_CHANGED);
    }
    if (offer.resources().isPresent()) {
      want(filter, "resourcesListChanged", McpMethods.RESOURCES_CHANGED);
      wantResources(filter);
    }
  }

  private void want(Map<String, Json> filter, String member, String method) {
    Json value = filter.get(member);
    if (value != null && value.toString().equals("true")) {
      lists.add(method);
    }
  }

  private void wantResources(Map<String, Json> filter) {
    Json uris = filter.get("resourceSubscriptions");
    if (uris == null || uris.kind() != Json.Kind.ARRAY) {
      return;
    }
    for (Json uri : JsonParts.elements(uris)) {
      String text = uri.stringValue();
      if (text != null) {
        // The acknowledgement tells which ones there was room for.
        resources.add(text);
      }
    }
  }

  /** From here on it hears of changes; the client is told of none before the acknowledgement. */
  synchronized void begin(ServerChanges changes) {
    changes.add(this);
    acknowledge();
  }

  private void acknowledge() {
    back.notify(
        McpMethods.LISTENING,
        Json.object(
            out -> {
              out.writeName(MetaKeys.META);
              meta().writeTo(out);
              out.writeObjectPropertyStart("notifications");
              for (String method : lists) {
                out.writeBooleanProperty(member(method), true);
              }
              List<String> uris = resources.all();
              if (!uris.isEmpty()) {
                out.writeArrayPropertyStart("resourceSubscriptions");
                uris.forEach(out::writeString);
                out.writeEndArray();
              }
              out.writeEndObject();
            }));
  }

  private static String member(String method) {
    return switch (method) {
      case McpMethods.TOOLS_CHANGED -> "toolsListChanged";
      case McpMethods.PROMPTS_CHANGED -> "promptsListChanged";
      default -> "resourcesListChanged";
    };
  }

  private Json meta() {
    return Results.object(Map.of(MetaKeys.SUBSCRIPTION, id));
  }

  /** What ends the subscription from our side. */
  Json farewell() {
    return Results.object(Map.of("resultType", Json.string("complete"), MetaKeys.META, meta()));
  }

  @Override
  public synchronized void listChanged(String method) {
    if (lists.contains(method)) {
      back.notify(method, Results.object(Map.of(MetaKeys.META, meta())));
    }
  }

  @Override
  public synchronized void resourceUpdated(String uri) {
    if (resources.contains(uri)) {
      back.notify(
          McpMethods.RESOURCE_UPDATED,
          Json.object(
              out -> {
                out.writeName(MetaKeys.META);
                meta().writeTo(out);
                out.writeStringProperty("uri", uri);
              }));
    }
  }
}
