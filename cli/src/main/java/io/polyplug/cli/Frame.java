package io.polyplug.cli;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Map;
import java.util.Objects;

/**
 * A frame that a plugin drew.
 *
 * @param buffer the cells, as they came
 */
record Frame(String plugin, Json buffer, boolean capturesText) {
  /** The frame in what the tool gave. */
  static Frame of(String plugin, Json output) {
    Map<String, Json> members = JsonParts.members(output);
    return new Frame(
        plugin,
        Objects.requireNonNull(members.get("buffer")),
        String.valueOf(members.get("captures_text")).equals("true"));
  }

  /** Why it cannot be shown. */
  PluginFailure unusable(String why) {
    return new Failure(FailureCode.MALFORMED_RESPONSE, plugin, why).thrown();
  }
}
