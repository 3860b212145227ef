package io.polyplug.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One lane's frames. Under the lock of its outbox. */
final class Lane {
  final LaneSpec spec;
  private final ArrayDeque<QueuedFrame> frames = new ArrayDeque<>(2);
  private long bytes;

  /** How many of the oldest were taken before and came back. */
  private int returned;

  private LaneSpec.AtStart gate;
  private boolean closed;

  Lane(LaneSpec spec) {
    this.spec = spec;
    this.gate = spec.atStart();
  }

  boolean dropsNow() {
    return gate == LaneSpec.AtStart.DROP;
  }

  void gate(LaneSpec.AtStart state) {
    gate = state;
  }

  /** Takes nothing more, whatever comes back. */
  List<QueuedFrame> close() {
    closed = true;
    return removeAll();
  }

  boolean isClosed() {
    return closed;
  }

  boolean isFullFor(int size) {
    return frames.size() >= spec.maxFrames() || bytes + size > spec.maxBytes();
  }

  void add(QueuedFrame frame) {
    frames.add(frame);
    bytes += frame.size();
  }

  void putBack(QueuedFrame frame) {
    frames.addFirst(frame);
    bytes += frame.size();
    returned++;
  }

  /** Whether the oldest frame was taken before. */
  boolean hasReturned() {
    return returned > 0;
  }

  /** The oldest frame that may go out and that somebody still wants. */
  @Nullable QueuedFrame peek() {
    if (gate != LaneSpec.AtStart.OPEN) {
      return null;
    }
    QueuedFrame frame = frames.peek();
    while (frame != null && frame.isWithdrawn()) {
      removeOldest();
      frame = frames.peek();
    }
    return frame;
  }

  @Nullable QueuedFrame removeOldest() {
    QueuedFrame frame = frames.poll();
    if (frame != null) {
      bytes -= frame.size();
      returned = Math.max(0, returned - 1);
    }
    return frame;
  }

  List<QueuedFrame> removeAll() {
    List<QueuedFrame> all = new ArrayList<>(frames);
    frames.clear();
    bytes = 0;
    returned = 0;
    return all;
  }
}
