package io.polyplug.wire;

/**
 * Sees what passes through a peer: recorders, metrics, logs. Called on the threads that do the work
 * and therefore quick, never blocking, and throwing nothing. Everything is optional.
 */
public interface PeerObserver {
  /** A frame came in; the array must not be changed. */
  default void frameIn(byte[] body) {}

  /** A frame is about to be written; it must not be changed. */
  default void frameOut(FrameBytes body) {}

  /** A frame held no message: a stray line, broken JSON, an envelope without sense. */
  default void badBody(BadBody what, byte[] body) {}

  /** A reply came that no call waits for: late, twice, or never asked for. */
  default void unknownReply(Response reply) {}

  /** A request or notification came that no handler is for. */
  default void unhandled(Message message) {}

  /** A handler threw; what is answered does not say so much. */
  default void handlerFailed(String method, Throwable failure) {}

  /** Outbound frames were dropped by their lane. */
  default void dropped(LaneSpec lane, int frames) {}

  /** A message could not be sent, for one that nobody waits for. */
  default void sendFailed(String sentence) {}
}
