package io.polyplug.wire;

/** A call or a notification that did not work. */
public class CallException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient CallFailure failure;

  /** With this reason. */
  public CallException(CallFailure failure) {
    super(failure.sentence());
    this.failure = failure;
  }

  /** Why. */
  public final CallFailure failure() {
    return failure;
  }

  static CallException of(CallFailure failure) {
    return failure instanceof CallFailure.RemoteError remote
        ? new RpcException(remote)
        : new CallException(failure);
  }
}
