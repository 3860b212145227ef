package io.polyplug.bowire;

import io.polyplug.bowire.protocol.Service;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The services last seen behind a few URLs of one sidecar. Safe from any thread. */
final class DiscoveryMemory {
  private static final int MOST_URLS = 16;

  private final Map<String, List<Service>> byUrl = new LinkedHashMap<>();

  synchronized void remember(String url, List<Service> services) {
    byUrl.remove(url);
    byUrl.put(url, services);
    if (byUrl.size() > MOST_URLS) {
      byUrl.remove(byUrl.keySet().iterator().next());
    }
  }

  /** None if nobody asked. */
  synchronized List<Service> recall(String url) {
    return byUrl.getOrDefault(url, List.of());
  }
}
