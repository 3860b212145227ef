package io.polyplug.ainb;

import io.polyplug.wire.RpcException;

/**
 * Something that plugins may ask the host to do by name (5.4). Called on a virtual thread of each
 * invocation, from several at once; it may block, and is interrupted when nobody waits any more.
 */
@FunctionalInterface
public interface Action {
  /**
   * The payload of the result. A thrown {@link RpcException} is answered as it is; anything else as
   * a failure of the host.
   */
  byte[] run(byte[] payload, ActionContext context) throws Exception;
}
