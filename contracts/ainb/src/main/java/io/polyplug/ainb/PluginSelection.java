package io.polyplug.ainb;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which plugins are looked at, as variables of the environment say (2.1): none at all, only some,
 * or all but some. The first that speaks wins.
 */
sealed interface PluginSelection {
  /** {@code AINB_DISABLE_PLUGINS=1}. */
  record None() implements PluginSelection {}

  /** {@code AINB_ONLY_PLUGINS=a,b}. */
  record Only(Set<String> names) implements PluginSelection {
    public Only {
      names = Set.copyOf(names);
    }
  }

  /** {@code AINB_DISABLE_PLUGIN=a,b}, or nothing said. */
  record AllBut(Set<String> names) implements PluginSelection {
    public AllBut {
      names = Set.copyOf(names);
    }
  }

  static PluginSelection of(Map<String, String> environment) {
    if (environment.getOrDefault("AINB_DISABLE_PLUGINS", "").strip().equals("1")) {
      return new None();
    }
    Set<String> only = names(environment, "AINB_ONLY_PLUGINS");
    return only.isEmpty() ? new AllBut(names(environment, "AINB_DISABLE_PLUGIN")) : new Only(only);
  }

  private static Set<String> names(Map<String, String> environment, String variable) {
    return Arrays.stream(environment.getOrDefault(variable, "").split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }

  default boolean takes(String name) {
    return switch (this) {
      case None() -> false;
      case Only(Set<String> names) -> names.contains(name);
      case AllBut(Set<String> names) -> !names.contains(name);
    };
  }
}
