package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/** A frame while it waits in a lane. */
interface QueuedFrame extends OutboundFrame {
  int size();

  /** Its place in the queue is certain: now it takes its number. Under the queue's lock. */
  void enqueued(Lane in);

  /** The lane that it waits in, or waited in before it was taken. */
  @Nullable Lane lane();

  /** Whether nobody wants it any more. */
  default boolean isWithdrawn() {
    return false;
  }

  /** It will not be sent. Not under the queue's lock. */
  default void dropped(CallFailure why) {}
}
