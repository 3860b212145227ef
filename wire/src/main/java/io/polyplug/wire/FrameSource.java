package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/**
 * Where a transport takes its next frame from, at the moment it can write one: what is chosen late
 * can still be overtaken by something more urgent. Safe from any thread; never blocks.
 */
public interface FrameSource {
  /** The most urgent frame; null if there is none now, or if its body is larger than this. */
  @Nullable OutboundFrame next(int maxBytes);

  /** The most urgent frame, or null if there is none now. */
  default @Nullable OutboundFrame next() {
    return next(Integer.MAX_VALUE);
  }

  /**
   * Takes back a frame of which nothing was sent, as the oldest of its lane: of several, the one
   * that was taken last comes back first.
   */
  void putBack(OutboundFrame frame);
}
