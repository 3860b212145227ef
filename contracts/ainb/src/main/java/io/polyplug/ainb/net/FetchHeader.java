package io.polyplug.ainb.net;

import java.util.Locale;

/** One header line. */
record FetchHeader(String name, String value) {
  /** The name as it is compared. */
  String key() {
    return name.toLowerCase(Locale.ROOT);
  }
}
