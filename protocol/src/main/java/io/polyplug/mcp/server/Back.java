package io.polyplug.mcp.server;

import io.polyplug.wire.Json;

/** The way back to the client while one of its requests is answered. Safe from any thread. */
interface Back {
  /** Sends a notification that belongs to the request; one that cannot be sent is dropped. */
  void notify(String method, Json params);

  /** Asks the client, in a session with a handshake; blocks. */
  Json call(String method, Json params) throws Exception;

  /** Whether the client does not want the answer any more, as far as that is known. */
  default boolean isCancelled() {
    return false;
  }
}
