package io.polyplug.workbench.api;

import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.WireBuffer;
import io.polyplug.host.PluginException;
import io.polyplug.host.ToolChannel;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import org.jspecify.annotations.Nullable;

/**
 * A screen that one browser looks at: what its plugin paints goes into the feed, on a thread of its
 * own. Safe from any thread; whoever made it closes it, and that ends the channel.
 */
final class OpenScreen implements AutoCloseable {
  private final ToolChannel channel;
  private final Feed feed;
  private int columns;
  private int rows;

  OpenScreen(ToolChannel channel, Feed feed, int columns, int rows) {
    this.channel = channel;
    this.feed = feed;
    this.columns = columns;
    this.rows = rows;
  }

  void start() {
    Thread.ofVirtual().name("polyplug-screen").start(this::read);
  }

  private void read() {
    try {
      for (var message = channel.next(); message.isPresent(); message = channel.next()) {
        if (message.get().kind() == Json.Kind.OBJECT && !tell(message.get())) {
          return;
        }
      }
      feed.end("end", Json.EMPTY_OBJECT);
    } catch (PluginException e) {
      feed.end("error", problem(e.code(), String.valueOf(e.getMessage())));
    }
  }

  /** False if it was the last. */
  private boolean tell(Json message) {
    @Nullable Json[] found = JsonParts.find(message, "type", "buffer", "reason");
    switch (text(found[0])) {
      case "frame" -> frame(found[1] == null ? Json.NULL : found[1]);
      case "wedged" -> feed.add("wedged", problem("wedged", text(found[2])));
      case "error" -> feed.add("trouble", problem("error", text(found[2])));
      case "close_request" -> {
        feed.end("end", Json.EMPTY_OBJECT);
        return false;
      }
      default -> {
        // A message of a later version of the contract changes nothing here.
      }
    }
    return true;
  }

  private synchronized void frame(Json buffer) {
    try {
      feed.add("frame", ScreenFrame.of(WireBuffer.read(buffer), columns, rows));
    } catch (RpcException e) {
      feed.add("trouble", problem("no_frame", "it painted something that is no frame"));
    }
  }

  private static Json problem(String code, String message) {
    return Json.object(
        out -> {
          out.writeStringProperty("code", code);
          out.writeStringProperty("message", message);
        });
  }

  private static String text(@Nullable Json value) {
    String text = value == null ? null : value.stringValue();
    return text == null ? "" : text;
  }

  void key(KeyEvent key) {
    channel.send(
        Json.object(
            out -> {
              out.writeStringProperty("type", "key");
              out.writeName("key");
              key.toJson().writeTo(out);
            }));
  }

  void resize(int newColumns, int newRows) {
    synchronized (this) {
      columns = newColumns;
      rows = newRows;
    }
    channel.send(
        Json.object(
            out -> {
              out.writeStringProperty("type", "resize");
              out.writeNumberProperty("width", newColumns);
              out.writeNumberProperty("height", newRows);
            }));
  }

  /** What a screen is opened with. */
  static Json size(int columns, int rows) {
    return Json.object(
        out -> {
          out.writeNumberProperty("width", columns);
          out.writeNumberProperty("height", rows);
        });
  }

  @Override
  public void close() {
    channel.close();
  }
}
