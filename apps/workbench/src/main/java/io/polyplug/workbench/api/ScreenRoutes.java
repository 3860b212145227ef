package io.polyplug.workbench.api;

import io.polyplug.ainb.AinbContract;
import io.polyplug.ainb.AinbToolNames;
import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.door.Refused;
import io.polyplug.host.Plugin;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolQuery;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The screens of plugins: {@code GET /api/screens}, {@code GET /api/screens/KEY/SCREEN} as an event
 * stream of frames that begins with {@code open}, and {@code POST …/keys} and {@code POST …/size}
 * with the id of that stream. A screen is open for as long as its browser listens.
 */
final class ScreenRoutes implements AutoCloseable {
  private static final int MOST_COLUMNS = 500;
  private static final int MOST_ROWS = 200;
  private static final int MOST_OPEN = 50;

  private final Served served;
  private final Feeds feeds;
  private final Map<String, OpenScreen> open = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();

  ScreenRoutes(Served served, Feeds feeds) {
    this.served = served;
    this.feeds = feeds;
  }

  ScreenRoutes addTo(Routes.Builder routes) {
    routes.add("GET", "/api/screens", this::list);
    routes.add("GET", "/api/screens/{key}/{screen}", this::show);
    routes.add("POST", "/api/screens/{key}/{screen}/keys", this::key);
    routes.add("POST", "/api/screens/{key}/{screen}/size", this::resize);
    return this;
  }

  private void list(ApiCall call) throws IOException {
    call.object(
        out -> {
          out.writeArrayPropertyStart("screens");
          for (Plugin plugin : served.host().plugins()) {
            if (plugin.info().contract().equals(AinbContract.ID) && plugin.status().enabled()) {
              for (ToolInfo tool : plugin.tools(ToolQuery.ANY)) {
                if (tool.name().startsWith(AinbToolNames.SCREEN)) {
                  String name = tool.name().substring(AinbToolNames.SCREEN.length());
                  out.writeStartObject();
                  out.writeStringProperty("plugin", plugin.info().key());
                  out.writeStringProperty("called", served.host().nameOf(plugin));
                  out.writeStringProperty("screen", name);
                  out.writeStringProperty("title", name);
                  out.writeEndObject();
                }
              }
            }
          }
          out.writeEndArray();
        });
  }

  private void show(ApiCall call) throws IOException, Refused, ApiProblem {
    Plugin plugin = served.host().plugin(call.variable("key"));
    int columns = Parameters.number(call, "cols", 80, 1, MOST_COLUMNS);
    int rows = Parameters.number(call, "rows", 24, 1, MOST_ROWS);
    if (open.size() >= MOST_OPEN) {
      throw new ApiProblem(503, "busy", "there are too many open screens; close some pages");
    }
    ToolChannel channel =
        plugin
            .tool(AinbToolNames.SCREEN + call.variable("screen"))
            .open(ToolCall.of(OpenScreen.size(columns, rows)));
    String id = Long.toString(ids.incrementAndGet());
    Feed feed;
    try {
      feed = feeds.feed();
    } catch (ApiProblem e) {
      channel.close();
      throw e;
    }
    try (OpenScreen screen = new OpenScreen(channel, feed, columns, rows)) {
      open.put(id, screen);
      feed.add("open", Json.object(out -> out.writeStringProperty("id", id)));
      screen.start();
      feeds.run(feed, call.exchange());
    } finally {
      open.remove(id);
    }
  }

  private void key(ApiCall call) throws IOException, Refused, ApiProblem {
    Map<String, Json> body = members(call);
    List<String> modifiers =
        body.containsKey("modifiers") && body.get("modifiers").kind() == Json.Kind.ARRAY
            ? JsonParts.elements(body.get("modifiers")).stream().map(ScreenRoutes::text).toList()
            : List.of();
    KeyEvent key =
        BrowserKeys.read(text(body.get("key")), modifiers)
            .orElseThrow(
                () ->
                    new ApiProblem(
                        400,
                        "unknown_key",
                        "key: screens have no word for this key; it was not sent"));
    screen(body).key(key);
    call.done();
  }

  private void resize(ApiCall call) throws IOException, Refused, ApiProblem {
    Map<String, Json> body = members(call);
    screen(body).resize(number(body, "cols", MOST_COLUMNS), number(body, "rows", MOST_ROWS));
    call.done();
  }

  private OpenScreen screen(Map<String, Json> body) throws ApiProblem {
    OpenScreen screen = open.get(text(body.get("id")));
    if (screen == null) {
      throw new ApiProblem(404, "unknown_screen", "id: this screen is not open any more");
    }
    return screen;
  }

  private static Map<String, Json> members(ApiCall call) throws IOException, Refused, ApiProblem {
    Json body = call.json();
    if (body.kind() != Json.Kind.OBJECT) {
      throw new ApiProblem(400, "invalid_body", "expected an object");
    }
    return JsonParts.members(body);
  }

  private static String text(@Nullable Json value) {
    String text = value == null ? null : value.stringValue();
    return text == null ? "" : text;
  }

  private static int number(Map<String, Json> body, String name, int most) throws ApiProblem {
    try {
      int value = Integer.parseInt(String.valueOf(body.get(name)));
      if (value >= 1 && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below, as for one that is too large.
    }
    throw new ApiProblem(400, "invalid_body", name + ": expected a number from 1 to " + most);
  }

  @Override
  public void close() {
    open.values().forEach(OpenScreen::close);
  }
}
