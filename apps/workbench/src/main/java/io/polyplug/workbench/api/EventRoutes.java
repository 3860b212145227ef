package io.polyplug.workbench.api;

import io.polyplug.door.Refused;
import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvents;
import io.polyplug.host.bus.BusListener;
import io.polyplug.host.bus.Snapshot;
import io.polyplug.host.flight.Redaction;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;

/**
 * {@code GET /api/events?kinds=state,plugins,log,call,frame,bus}: what happens in the host, as it
 * happens. Without {@code kinds} everything but frames and the bus. Who asks for the bus hears the
 * last values of all topics first.
 */
final class EventRoutes implements AutoCloseable {
  private static final Set<String> USUAL = Set.of("state", "plugins", "log", "call");

  /** No publisher has this name, so that nobody's publishes are left out. */
  private static final String NAME = "polyplug/workbench";

  private final Served served;
  private final Feeds feeds;
  private final Redaction redaction;

  EventRoutes(Served served, Feeds feeds, Redaction redaction) {
    this.served = served;
    this.feeds = feeds;
    this.redaction = redaction;
  }

  EventRoutes addTo(Routes.Builder routes) {
    routes.add("GET", "/api/events", this::follow);
    return this;
  }

  private void follow(ApiCall call) throws IOException, Refused, ApiProblem {
    Set<String> kinds = call.parameter("kinds").map(it -> Set.of(it.split(",", -1))).orElse(USUAL);
    Feed feed = feeds.feed();
    HostEvents events = served.host().events();
    try (HostEvents.Subscription _ =
            kinds.contains("frame")
                ? events.subscribe(event -> tell(event, kinds, feed))
                : events.subscribeWithoutFrames(event -> tell(event, kinds, feed));
        BusListener bus = served.host().bus().join(NAME, it -> tell(it, feed))) {
      if (kinds.contains("bus")) {
        bus.subscribeToAll().forEach(it -> tell(it, feed));
      }
      feeds.run(feed, call.exchange());
    }
  }

  private void tell(HostEvent event, Set<String> kinds, Feed feed) {
    String kind = kind(event);
    if (kinds.contains(kind)) {
      feed.add(kind, EventJson.of(event, redaction));
    }
  }

  private static void tell(Snapshot snapshot, Feed feed) {
    feed.add("bus", BusRoutes.json(snapshot));
  }

  private static String kind(HostEvent event) {
    return switch (event) {
      case HostEvent.StateChanged _ -> "state";
      case HostEvent.LogLine _ -> "log";
      case HostEvent.CallStarted _, HostEvent.CallEnded _ -> "call";
      case HostEvent.FrameSeen _ -> "frame";
      case HostEvent.PluginAdded _, HostEvent.PluginRemoved _, HostEvent.ToolsChanged _ ->
          "plugins";
    };
  }

  @Override
  public void close() {
    // The feeds end, and with them the subscriptions.
  }

  /** Lower case, as all words of the API. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
