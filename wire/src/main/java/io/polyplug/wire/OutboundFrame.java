package io.polyplug.wire;

/**
 * A frame on its way out. The transport calls exactly one of {@link #written}, {@link #failed} and
 * {@link #lost}, except for frames it holds when it is closed; none may block.
 */
public interface OutboundFrame {
  /** The body. From here on the array belongs to the transport. */
  FrameBytes bytes();

  /** All of it has been given to the operating system, or the other end has answered it. */
  default void written() {}

  /** It was not sent, or not whole; other frames may still be. */
  default void failed(String sentence) {}

  /** It was not sent, and no other will be: the end of the connection follows. */
  default void lost(String sentence) {}
}
