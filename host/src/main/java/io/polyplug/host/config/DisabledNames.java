package io.polyplug.host.config;

import io.polyplug.host.PluginInfo;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names of plugins that are disabled. A name means every plugin whose {@code contract:id}, id,
 * installation or key it is, in whatever case. Immutable.
 */
public final class DisabledNames {
  private final Set<String> names;

  public DisabledNames(Collection<String> names) {
    this.names = names.stream().map(DisabledNames::folded).collect(Collectors.toUnmodifiableSet());
  }

  /** Whether one of the names means this plugin. */
  public boolean has(PluginInfo plugin) {
    return !names.isEmpty()
        && Stream.of(plugin.qualifiedId(), plugin.id(), plugin.installation(), plugin.key())
            .anyMatch(name -> !name.isEmpty() && names.contains(folded(name)));
  }

  private static String folded(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }
}
