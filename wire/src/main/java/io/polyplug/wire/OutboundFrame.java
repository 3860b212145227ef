package io.polyplug.wire;

/**
 * A frame on its way out. The transport calls exactly one of {@link #written} and {@link #failed},
 * except for frames it holds when it is closed; neither may block.
 */
public interface OutboundFrame {
  /** The body. From here on the array belongs to the transport. */
  FrameBytes bytes();

  /** All of it has been given to the operating system, or the other end has answered it. */
  default void written() {}

  /** It was not sent, or not whole; other frames may still be. */
  default void failed(String sentence) {}
}
