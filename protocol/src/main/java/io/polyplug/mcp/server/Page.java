package io.polyplug.mcp.server;

import io.polyplug.wire.Json;
import java.util.List;
import java.util.Optional;

/**
 * A part of a list.
 *
 * @param items each an object as the client gets it
 * @param next the cursor of the part that follows, if there is one
 */
public record Page(List<Json> items, Optional<String> next) {
  public Page {
    items = List.copyOf(items);
  }

  /** The whole list at once. */
  public static Page all(List<Json> items) {
    return new Page(items, Optional.empty());
  }
}
