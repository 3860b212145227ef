package io.polyplug.ainb.protocol;

import java.util.Locale;
import java.util.Optional;

/** What a key did. */
public enum KeyKind {
  PRESS,
  REPEAT,
  RELEASE;

  /** The word on the wire. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<KeyKind> of(String word) {
    return Words.find(values(), KeyKind::word, word);
  }
}
