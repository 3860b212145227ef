package io.polyplug.workbench.api;

import io.polyplug.door.Refused;
import io.polyplug.host.flight.Redaction;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/events?kinds=state,plugins,log,call,frame,bus,line}: what happens in the host, as
 * it happens. Without {@code kinds} everything but frames, the bus and lines, which are the logs
 * and changes of state once more, numbered as {@code GET /api/logs} has them. Who asks for the bus
 * hears the last values of all topics first. The first event, {@code open}, has an id, and {@code
 * PUT /api/events/ID} with {@code {"kinds": […]}} changes what is told: one stream is enough for a
 * page that shows now this and now that.
 */
final class EventRoutes {
  private static final Set<String> USUAL = Set.of("state", "plugins", "log", "call");
  private static final Set<String> KNOWN =
      Set.of("state", "plugins", "log", "call", "frame", "bus", "line");

  private final Served served;
  private final Feeds feeds;
  private final Redaction redaction;
  private final Underway<Following> underway = new Underway<>("event streams", Feeds.MOST_FEEDS);

  EventRoutes(Served served, Feeds feeds, Redaction redaction) {
    this.served = served;
    this.feeds = feeds;
    this.redaction = redaction;
  }

  void addTo(Routes.Builder routes) {
    routes.add("GET", "/api/events", this::follow);
    routes.add("PUT", "/api/events/{id}", this::change);
  }

  private void follow(ApiCall call) throws IOException, Refused, ApiProblem {
    Optional<String> asked = call.parameter("kinds");
    Set<String> kinds =
        asked.isEmpty()
            ? USUAL
            : known(asked.get().isEmpty() ? List.of() : List.of(asked.get().split(",", -1)));
    Feed feed = feeds.feed();
    try (Following following = new Following(served, feed, redaction)) {
      String id = underway.add(Optional.empty(), following);
      try {
        feed.add("open", Json.object(out -> out.writeStringProperty("id", id)));
        following.want(kinds);
        feeds.run(feed, call.exchange());
      } finally {
        underway.remove(id);
      }
    }
  }

  private void change(ApiCall call) throws IOException, Refused, ApiProblem {
    Following following = underway.get(call.variable("id"));
    Json body = call.json();
    Json kinds = body.kind() == Json.Kind.OBJECT ? JsonParts.find(body, "kinds")[0] : null;
    if (kinds == null || kinds.kind() != Json.Kind.ARRAY) {
      throw CallRequest.invalid("expected {\"kinds\": […]}");
    }
    following.want(known(JsonParts.elements(kinds).stream().map(Json::stringValue).toList()));
    call.done();
  }

  /** These words if each of them is a kind; a word may be missing where there is something else. */
  private static Set<String> known(List<@Nullable String> words) throws ApiProblem {
    Set<String> wanted = new TreeSet<>();
    for (String word : words) {
      if (word == null || !KNOWN.contains(word)) {
        throw CallRequest.invalid(
            "\"kinds\": expected some of " + String.join(", ", new TreeSet<>(KNOWN)));
      }
      wanted.add(word);
    }
    return wanted;
  }

  /** Lower case, as all words of the API. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
