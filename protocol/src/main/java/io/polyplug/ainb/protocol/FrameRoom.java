package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;

/**
 * How much fits into a reply, so that none is made that would be over the body's limit and end the
 * connection (3.2). Pure functions.
 */
public final class FrameRoom {
  /** What is kept free for the members of the envelope and the id, which is the caller's. */
  private static final int ENVELOPE = 1024;

  private FrameRoom() {}

  /** How many bytes fit as base64 into a result whose other text is so long. */
  public static int forBytes(int otherText) {
    return Math.max(0, (AinbProtocol.MAX_BODY - ENVELOPE - otherText) / 4 * 3);
  }

  /** The result as it is, if a frame can carry it. */
  public static Json fitting(Json result) {
    if (result.length() > AinbProtocol.MAX_BODY - ENVELOPE) {
      throw exceeded();
    }
    return result;
  }

  /** The answer in place of a result that does not fit. */
  public static RpcException exceeded() {
    return AinbErrors.internal("response exceeds frame limit");
  }
}
