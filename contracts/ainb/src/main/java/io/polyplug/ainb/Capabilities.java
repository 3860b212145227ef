package io.polyplug.ainb;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The grants of one manifest, by capability, in the order of the contract's table.
 *
 * @param grants only known capabilities; one that is absent is not granted
 */
public record Capabilities(Map<String, Grant> grants) {
  /** Nothing is granted. */
  public static final Capabilities NONE = new Capabilities(Map.of());

  public Capabilities {
    grants = Collections.unmodifiableMap(new LinkedHashMap<>(grants));
  }

  /** What is said of a capability; {@link Grant#NONE} if nothing is. */
  public Grant of(String capability) {
    return grants.getOrDefault(capability, Grant.NONE);
  }

  public boolean isGranted(String capability) {
    return of(capability).isGranted();
  }

  /** The names of what is granted, in the order of the contract's table. */
  public List<String> granted() {
    return grants.entrySet().stream()
        .filter(entry -> entry.getValue().isGranted())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** What is left of them if only these may be had. */
  public Capabilities only(Collection<String> allowed) {
    Map<String, Grant> left = new LinkedHashMap<>(grants);
    left.keySet().retainAll(allowed);
    return new Capabilities(left);
  }
}
