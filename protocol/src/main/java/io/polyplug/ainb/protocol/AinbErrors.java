package io.polyplug.ainb.protocol;

import io.polyplug.wire.RpcException;

/** The errors that the host answers with, in the contract's words (4.2). */
public final class AinbErrors {
  private AinbErrors() {}

  /** A gate refused. */
  public static RpcException denied(String capability) {
    return new RpcException(AinbProtocol.CAPABILITY_DENIED, "capability denied: " + capability);
  }

  /** Params that cannot be decoded, or a file that cannot be read. */
  public static RpcException invalidParams(String text) {
    return new RpcException(AinbProtocol.INVALID_PARAMS, text);
  }

  /** Nobody answers to that method or action. */
  public static RpcException methodNotFound(String name) {
    return new RpcException(AinbProtocol.METHOD_NOT_FOUND, "method not found: " + name);
  }

  /** An action took longer than its caller allowed. */
  public static RpcException actionTimedOut(String action) {
    return new RpcException(AinbProtocol.ACTION_TIMEOUT, "action timed out: " + action);
  }

  /** The host failed, and not for what the caller did. */
  public static RpcException internal(String text) {
    return new RpcException(AinbProtocol.INTERNAL_ERROR, text);
  }
}
