package io.polyplug.mcp;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * What a server says to have changed, and who wants to know. Listeners are told in the order of the
 * messages and hold up those behind, so they should be quick. Safe from any thread.
 */
final class ServerChanges {
  private record Watch(String uri, Consumer<String> listener) {}

  private final Map<ListKind, AtomicLong> generations = new EnumMap<>(ListKind.class);
  private final Map<ListKind, List<Runnable>> listeners = new EnumMap<>(ListKind.class);
  private final List<Watch> watches = new CopyOnWriteArrayList<>();

  ServerChanges() {
    for (ListKind kind : ListKind.values()) {
      generations.put(kind, new AtomicLong());
      listeners.put(kind, new CopyOnWriteArrayList<>());
    }
  }

  /** Another number after each change. */
  long generation(ListKind kind) {
    return of(generations, kind).get();
  }

  void changed(ListKind kind) {
    of(generations, kind).incrementAndGet();
    of(listeners, kind).forEach(Runnable::run);
  }

  /** Until the returned action is run. */
  Runnable listen(ListKind kind, Runnable listener) {
    of(listeners, kind).add(listener);
    return () -> of(listeners, kind).remove(listener);
  }

  /** Until the returned action is run. */
  Runnable watch(String uri, Consumer<String> listener) {
    Watch watch = new Watch(uri, listener);
    watches.add(watch);
    return () -> watches.remove(watch);
  }

  boolean isWatched() {
    return !watches.isEmpty();
  }

  /** Whether somebody else watches the same. */
  boolean isWatched(String uri) {
    return watches.stream().anyMatch(it -> it.uri().equals(uri));
  }

  /** The notification of an update; it may be of a part of what is watched. */
  void updated(Json params) {
    Json value = params.kind() == Json.Kind.OBJECT ? JsonParts.find(params, "uri")[0] : null;
    String uri = value == null ? null : value.stringValue();
    if (uri != null) {
      for (Watch watch : watches) {
        if (uri.equals(watch.uri()) || isBelow(uri, watch.uri())) {
          watch.listener().accept(uri);
        }
      }
    }
  }

  private static boolean isBelow(String uri, String whole) {
    return uri.startsWith(whole.endsWith("/") ? whole : whole + "/");
  }

  private static <T> T of(Map<ListKind, T> map, ListKind kind) {
    T value = map.get(kind);
    if (value == null) {
      throw new IllegalStateException("every kind has its entry");
    }
    return value;
  }
}
