package io.polyplug.own;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which capabilities there are, and which of them a method needs. Immutable. */
final class CallbackRules {
  private final Set<String> capabilities;
  private final Map<String, List<String>> byMethod = new HashMap<>();

  /** From the methods of each capability. */
  CallbackRules(Map<String, Set<String>> methodsOf) {
    capabilities = Collections.unmodifiableSet(new LinkedHashSet<>(methodsOf.keySet()));
    new LinkedHashMap<>(methodsOf)
        .forEach(
            (capability, methods) ->
                methods.forEach(
                    method ->
                        byMethod.computeIfAbsent(method, _ -> new ArrayList<>()).add(capability)));
  }

  Set<String> capabilities() {
    return capabilities;
  }

  /** All of these, to call this method. */
  List<String> neededFor(String method) {
    return byMethod.getOrDefault(method, List.of());
  }
}
