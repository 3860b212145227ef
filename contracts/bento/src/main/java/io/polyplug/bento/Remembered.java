package io.polyplug.bento;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * Answers by question, each asked for once: who comes while one is on its way waits for it. Safe
 * from any thread.
 */
final class Remembered<K, V> {
  /** A question and its answer, once it is there; its lock is held while it is asked. */
  private static final class Slot<V> {
    private Optional<V> answer = Optional.empty();

    synchronized V get(Supplier<V> ask) {
      V known = answer.orElse(null);
      if (known != null) {
        return known;
      }
      V answered = ask.get();
      answer = Optional.of(answered);
      return answered;
    }

    synchronized Optional<V> known() {
      return answer;
    }
  }

  private final ConcurrentMap<K, Slot<V>> slots = new ConcurrentHashMap<>();

  V get(K key, Supplier<V> ask) {
    return slots.computeIfAbsent(key, _ -> new Slot<V>()).get(ask);
  }

  /** The answer if it was asked for. */
  Optional<V> known(K key) {
    Slot<V> slot = slots.get(key);
    return slot == null ? Optional.empty() : slot.known();
  }
}
