package io.polyplug.ainb;

import java.util.Optional;

/** Finds the plugins that answer to actions. Safe from any thread. */
@FunctionalInterface
interface ActionRoutes {
  /**
   * The first plugin that claims the action as a namespace.
   *
   * @param caller the name of the plugin that asks, which is never found
   */
  Optional<ActionRoute> find(String action, String caller);
}
