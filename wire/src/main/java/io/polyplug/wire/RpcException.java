package io.polyplug.wire;

/**
 * A JSON-RPC error: thrown to callers when the other end answered one, and thrown by handlers to
 * answer one.
 */
public final class RpcException extends CallException {
  private static final long serialVersionUID = 1;

  private final transient CallFailure.RemoteError remote;

  RpcException(CallFailure.RemoteError remote) {
    super(remote);
    this.remote = remote;
  }

  /** For a handler that answers this. */
  public RpcException(ErrorObject error) {
    this(new CallFailure.RemoteError(error, error.toJson()));
  }

  /** For a handler that answers this. */
  public RpcException(int code, String message) {
    this(new ErrorObject(code, message));
  }

  /** What is or was answered. */
  public ErrorObject error() {
    return remote.error();
  }

  /** The error object as it came, with members we know nothing of. */
  public Json text() {
    return remote.text();
  }
}
