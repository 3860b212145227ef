package io.polyplug.ainb.protocol;

import java.util.Optional;
import java.util.function.Function;

/** Finds the constant that a word on the wire stands for. */
final class Words {
  private Words() {}

  static <T> Optional<T> find(T[] constants, Function<T, String> wordOf, String word) {
    for (T constant : constants) {
      if (wordOf.apply(constant).equals(word)) {
        return Optional.of(constant);
      }
    }
    return Optional.empty();
  }
}
