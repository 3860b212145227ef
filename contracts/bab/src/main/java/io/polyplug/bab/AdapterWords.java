package io.polyplug.bab;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.List;
import java.util.Objects;

/** Reads simple things that adapters return. */
final class AdapterWords {
  private static final int MOST = 10_000;

  private AdapterWords() {}

  /** The strings of a list; whatever else is in it is left out. */
  static List<String> strings(Json list) {
    return JsonParts.elements(list).stream()
        .map(Json::stringValue)
        .filter(Objects::nonNull)
        .map(JsText::wellFormed)
        .limit(MOST)
        .toList();
  }
}
