package io.polyplug.mcp.server;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Messages to one client as server-sent events; opened with the first. Safe from any thread. Once a
 * write has failed the client is gone and nothing more is written.
 */
final class EventSink {
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Type",
          "text/event-stream",
          "Cache-Control",
          "no-store",
          "X-Accel-Buffering",
          "no");

  private final HttpCall call;
  private HttpCall.@Nullable Events events;
  private boolean gone;
  private boolean over;

  EventSink(HttpCall call) {
    this.call = call;
  }

  synchronized boolean isOpen() {
    return events != null;
  }

  synchronized boolean isGone() {
    return gone;
  }

  /** False if the client is gone. */
  boolean send(Json message) {
    // On one line: a line break between tokens would end the event.
    return write("event: message\ndata: " + message.compact() + "\n\n");
  }

  /** A sign of life, which also shows whether the client is there. */
  boolean breathe() {
    return write(": \n\n");
  }

  private synchronized boolean write(String text) {
    if (gone || over) {
      return false;
    }
    try {
      HttpCall.Events current = events;
      if (current == null) {
        current = call.events(HEADERS);
        events = current;
      }
      current.write(text);
      return true;
    } catch (IOException e) {
      gone = true;
      return false;
    }
  }

  /**
   * Nothing follows. False if nothing was ever sent: then the caller may still answer otherwise.
   */
  synchronized boolean close() {
    over = true;
    HttpCall.Events current = events;
    if (current == null) {
      return false;
    }
    try {
      current.close();
    } catch (IOException e) {
      gone = true;
    }
    return true;
  }
}
