package io.polyplug.mcp;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PeerNotices;
import io.polyplug.host.PluginFailure;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list that comes in pages, to its end or to the bounds: a server may say for ever that
 * there is more.
 *
 * @param ask sends one request with these members and gives its result, an object; what it may take
 *     is for all pages together
 */
record Pages(String plugin, PeerNotices notices, Function<Json, Json> ask) {
  private static final int MOST_PAGES = 1_000;
  private static final int MOST_ITEMS = 10_000;
  private static final long MOST_BYTES = 64L << 20;
  private static final long LONGEST_FRESH = Duration.ofHours(1).toMillis();

  /**
   * A whole list.
   *
   * @param fresh how long it may be taken for unchanged, as the server says
   */
  record Whole(List<Json> items, Duration fresh) {}

  /** All items of the member of this name. */
  Whole read(String member) {
    List<Json> items = new ArrayList<>();
    Set<String> cursors = new HashSet<>();
    long bytes = 0;
    long fresh = LONGEST_FRESH;
    String cursor = null;
    for (int page = 0; page < MOST_PAGES; page++) {
      String from = cursor;
      Json result;
      try {
        result =
            ask.apply(
                from == null
                    ? Json.EMPTY_OBJECT
                    : Json.object(out -> out.writeStringProperty("cursor", from)));
      } catch (PluginFailure failure) {
        if (page == 0 || failure.failure().code() != FailureCode.TIMEOUT) {
          throw failure;
        }
        return cut(member, items, "takes too long");
      }
      @Nullable Json[] found = JsonParts.find(result, member, "nextCursor", "ttlMs");
      Json list = found[0];
      if (list == null || list.kind() != Json.Kind.ARRAY) {
        throw new Failure(
                FailureCode.MALFORMED_RESPONSE, plugin, "its list of " + member + " is no list")
            .thrown();
      }
      items.addAll(JsonParts.elements(list));
      if (items.size() > MOST_ITEMS) {
        return cut(member, items.subList(0, MOST_ITEMS), "is too long");
      }
      bytes += result.length();
      fresh = Math.min(fresh, millis(found[2]));
      cursor = found[1] == null ? null : found[1].stringValue();
      if (cursor == null) {
        return new Whole(items, Duration.ofMillis(fresh));
      }
      if (!cursors.add(cursor)) {
        notices.warn("Its list of " + member + " comes back to a page that was read before.");
        return new Whole(items, Duration.ZERO);
      }
      if (bytes > MOST_BYTES) {
        break;
      }
    }
    return cut(member, items, "does not end");
  }

  private Whole cut(String member, List<Json> items, String why) {
    notices.warn(
        "Its list of " + member + " " + why + ": the first " + items.size() + " are taken.");
    return new Whole(List.copyOf(items), Duration.ZERO);
  }

  private static long millis(@Nullable Json ttl) {
    if (ttl == null || !ttl.toString().matches("[0-9]{1,15}")) {
      return 0;
    }
    return Math.min(LONGEST_FRESH, Long.parseLong(ttl.toString()));
  }
}
