package io.polyplug.wire;

/**
 * Hears how a peer ends, on a virtual thread, after every ordered message that came before. May
 * block, though it then holds up what follows.
 */
public interface PeerListener {
  /** Nothing will come by itself any more; calls in flight may still be answered. */
  default void inboundEnded(EndReason reason) {}

  /** The peer is over and every call has failed that was not answered. Exactly once. */
  default void ended(EndReason reason) {}
}
