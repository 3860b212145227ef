package io.polyplug.wire;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for a reply, by id. Ids are consecutive, so a small ring finds nearly all of
 * them without hashing or boxing; a call whose place is still taken by an older one goes to a map.
 * Safe from any thread.
 */
final class PendingTable {
  private static final int RING = 128;

  private final AtomicReferenceArray<@Nullable PendingCall> ring = new AtomicReferenceArray<>(RING);
  private final ConcurrentHashMap<Long, PendingCall> crowded = new ConcurrentHashMap<>(1);

  private static int slot(long id) {
    return (int) id & (RING - 1);
  }

  void put(long id, PendingCall call) {
    if (!ring.compareAndSet(slot(id), null, call)) {
      crowded.put(id, call);
    }
  }

  @Nullable PendingCall get(long id) {
    PendingCall call = ring.get(slot(id));
    return call != null && call.id() == id ? call : crowded.get(id);
  }

  boolean remove(PendingCall call) {
    return ring.compareAndSet(slot(call.id()), call, null)
        || (!crowded.isEmpty() && crowded.remove(call.id(), call));
  }

  void forEach(Consumer<PendingCall> action) {
    for (int i = 0; i < RING; i++) {
      PendingCall call = ring.get(i);
      if (call != null) {
        action.accept(call);
      }
    }
    if (!crowded.isEmpty()) {
      crowded.values().forEach(action);
    }
  }
}
