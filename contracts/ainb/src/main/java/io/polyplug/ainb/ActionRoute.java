package io.polyplug.ainb;

import io.polyplug.wire.Json;

/** The way to a plugin that answers to an action. Safe from any thread. */
@FunctionalInterface
interface ActionRoute {
  /**
   * Has the plugin answer {@code host/action/invoke}, starting it if it is not there. Blocks, and
   * forgets the call at an interrupt. The plugin's own error is thrown as an {@code RpcException};
   * anything else that is thrown says why there was no answer.
   */
  Json invoke(Json params) throws Exception;
}
