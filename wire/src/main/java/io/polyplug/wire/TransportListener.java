package io.polyplug.wire;

/**
 * What a transport tells. Calls may come from several threads, but those that have an order come
 * one after another: frames of one stream, then its end, then the close. No method may run code of
 * users.
 */
public interface TransportListener {
  /** A frame came, be it by itself or as the answer to a send. The array is the listener's. */
  void onFrame(byte[] body);

  /**
   * Whether nobody waits for a frame, so that it does no harm if the next one that comes by itself
   * is told a moment later. Safe from any thread. Who begins to wait says so by {@link
   * Transport#readHere} or {@link Transport#expectFrame}.
   */
  default boolean isQuiet() {
    return false;
  }

  /** No frame will come by itself any more; answers to sends in flight may. At most once. */
  void onInboundEnded(EndReason reason);

  /** Nothing will come or go any more. Exactly once, and last. */
  void onClosed(EndReason reason);
}
