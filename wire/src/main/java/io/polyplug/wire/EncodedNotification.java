package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/**
 * A notification that was made once and may be sent by any number of peers whose transports have
 * the same framing: they share its bytes. Immutable; safe from any thread.
 */
public final class EncodedNotification {
  private final String method;
  private final FrameBytes frame;

  private EncodedNotification(String method, FrameBytes frame) {
    this.method = method;
    this.frame = frame;
  }

  /**
   * Makes one for peers of this dialect.
   *
   * @param params null for none
   */
  public static EncodedNotification of(Dialect dialect, String method, @Nullable Json params) {
    return new EncodedNotification(
        method, new EnvelopeEncoder(dialect).notification(method, params));
  }

  String method() {
    return method;
  }

  /** The shared bytes; what each transport puts around them is the same, too. */
  FrameBytes bytes() {
    return frame.shared();
  }
}
