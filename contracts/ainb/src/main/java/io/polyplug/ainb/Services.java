package io.polyplug.ainb;

import io.polyplug.wire.Json;

/**
 * What takes a while when a plugin asks for it: files, network, actions. Each blocks and may be
 * interrupted; each throws {@link io.polyplug.wire.RpcException} for an error of the contract. Safe
 * from any thread.
 */
interface Services {
  Json readDir(Json params) throws Exception;

  Json readFile(Json params) throws Exception;

  Json fetch(Json params) throws Exception;

  Json invokeAction(Json params) throws Exception;
}
