package io.polyplug.bowire;

import io.polyplug.bowire.protocol.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which methods behind a few URLs of one sidecar take many messages at once: all that a call has to
 * know of what was discovered before. Safe from any thread.
 */
final class DiscoveryMemory {
  private static final int MOST_URLS = 16;

  /** A sidecar that has more is not worth the room: an array is then one message, as elsewhere. */
  private static final int MOST_METHODS = 10_000;

  private final Map<String, Set<String>> byUrl = new LinkedHashMap<>();

  synchronized void remember(String url, SidecarTools tools) {
    byUrl.remove(url);
    byUrl.put(
        url,
        tools.services().stream()
            .flatMap(
                service ->
                    service.methods().stream()
                        .filter(method -> tools.takesMany(method.type()))
                        .map(Method::name)
                        .map(method -> name(service.name(), method)))
            .limit(MOST_METHODS)
            .collect(Collectors.toUnmodifiableSet()));
    if (byUrl.size() > MOST_URLS) {
      byUrl.remove(byUrl.keySet().iterator().next());
    }
  }

  /** False if nobody asked. */
  synchronized boolean takesMany(String url, String service, String method) {
    return byUrl.getOrDefault(url, Set.of()).contains(name(service, method));
  }

  private static String name(String service, String method) {
    return service + "/" + method;
  }
}
