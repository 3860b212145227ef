package io.polyplug.mcp.server;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The resources that a client wants to hear of, bounded. Safe from any thread. */
final class WantedResources {
  /** Of all their addresses together. */
  private static final int MOST_CHARACTERS = 200_000;

  private final Set<String> uris = new LinkedHashSet<>();
  private int characters;

  /** False if there is no room for it. */
  synchronized boolean add(String uri) {
    if (uris.contains(uri)) {
      return true;
    }
    if (uri.length() > MOST_CHARACTERS - characters) {
      return false;
    }
    characters += uri.length();
    return uris.add(uri);
  }

  synchronized void remove(String uri) {
    if (uris.remove(uri)) {
      characters -= uri.length();
    }
  }

  synchronized boolean contains(String uri) {
    return uris.contains(uri);
  }

  /** In the order in which they were asked for. */
  synchronized List<String> all() {
    return List.copyOf(uris);
  }
}
