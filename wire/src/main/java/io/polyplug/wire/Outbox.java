package io.polyplug.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The lanes of one peer: many put in, the transport takes out. Safe from any thread. */
final class Outbox implements FrameSource {
  /** What became of a frame. */
  enum Added {
    QUEUED,
    /** Let go by a lane that drops. */
    DROPPED,
    REFUSED,
    OVERFLOWED,
    CLOSED
  }

  private static final CallFailure DISCARDED =
      new CallFailure.SendFailed("The call was discarded before it was sent.");

  private final ReentrantLock lock = new ReentrantLock();
  private final Lane[] lanes;
  private final PeerWatch watch;
  private boolean closed;

  Outbox(List<LaneSpec> specs, PeerWatch watch) {
    this.lanes = new Lane[specs.size()];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = new Lane(specs.get(i));
    }
    if (lanes.length > 1) {
      Arrays.sort(lanes, Comparator.comparingInt(lane -> lane.spec.priority()));
    }
    this.watch = watch;
  }

  private Lane lane(LaneSpec spec) {
    for (Lane lane : lanes) {
      // By identity first, which it mostly is: a record's own equals has to be linked.
      if (Objects.equals(lane.spec, spec)) {
        return lane;
      }
    }
    throw new IllegalArgumentException("The peer has no lane " + spec.name() + ".");
  }

  Added add(QueuedFrame frame, LaneSpec spec) {
    List<QueuedFrame> dropped = null;
    Added outcome = Added.QUEUED;
    lock.lock();
    try {
      Lane lane = lane(spec);
      if (closed) {
        return Added.CLOSED;
      }
      if (lane.isClosed()) {
        outcome = Added.REFUSED;
      } else if (lane.dropsNow()) {
        outcome = Added.DROPPED;
      } else if (lane.isFullFor(frame.size())) {
        switch (spec.onFull()) {
          case FAIL -> outcome = Added.REFUSED;
          case END_PEER -> outcome = Added.OVERFLOWED;
          case DROP_OLDEST -> dropped = makeRoom(lane, frame.size());
        }
      }
      if (outcome == Added.QUEUED) {
        frame.enqueued(lane);
        lane.add(frame);
      }
    } finally {
      lock.unlock();
    }
    if (outcome == Added.DROPPED) {
      watch.dropped(spec, 1);
    }
    if (dropped != null) {
      drop(dropped, new CallFailure.Overloaded("The lane " + spec.name() + " is full."));
      watch.dropped(spec, dropped.size());
    }
    return outcome;
  }

  private static List<QueuedFrame> makeRoom(Lane lane, int size) {
    List<QueuedFrame> dropped = new ArrayList<>(1);
    while (lane.isFullFor(size)) {
      QueuedFrame oldest = lane.removeOldest();
      if (oldest == null) {
        break;
      }
      dropped.add(oldest);
    }
    return dropped;
  }

  @Override
  public @Nullable OutboundFrame next(int maxBytes) {
    QueuedFrame frame = null;
    boolean fresh = false;
    lock.lock();
    try {
      Lane lane = mostUrgent(maxBytes);
      if (lane != null) {
        fresh = !lane.hasReturned();
        frame = lane.removeOldest();
      }
    } finally {
      lock.unlock();
    }
    if (frame != null && fresh) {
      watch.frameOut(frame);
    }
    return frame;
  }

  /** The lane of the most urgent frame; null if there is none, or if it is larger than this. */
  private @Nullable Lane mostUrgent(int maxBytes) {
    for (Lane lane : lanes) {
      QueuedFrame frame = lane.peek();
      if (frame != null) {
        return frame.size() <= maxBytes ? lane : null;
      }
    }
    return null;
  }

  @Override
  public void putBack(OutboundFrame given) {
    if (!(given instanceof QueuedFrame frame) || frame.lane() == null) {
      return;
    }
    boolean unwanted;
    lock.lock();
    try {
      Lane lane = Objects.requireNonNull(frame.lane());
      unwanted = lane.isClosed();
      if (!unwanted && !closed) {
        lane.putBack(frame);
      }
    } finally {
      lock.unlock();
    }
    if (unwanted) {
      frame.dropped(DISCARDED);
    }
  }

  void gate(LaneSpec spec, LaneSpec.AtStart state) {
    lock.lock();
    try {
      lane(spec).gate(state);
    } finally {
      lock.unlock();
    }
  }

  /** Drops what waits in a lane. */
  void discard(LaneSpec spec) {
    discard(spec, Lane::removeAll);
  }

  /** Drops what waits in a lane, and lets nothing into it any more. */
  void close(LaneSpec spec) {
    discard(spec, Lane::close);
  }

  private void discard(LaneSpec spec, Function<Lane, List<QueuedFrame>> emptying) {
    List<QueuedFrame> frames;
    lock.lock();
    try {
      frames = emptying.apply(lane(spec));
    } finally {
      lock.unlock();
    }
    drop(frames, DISCARDED);
  }

  /** Takes nothing more and lets go of what it has; calls among it are failed by their table. */
  void close() {
    lock.lock();
    try {
      closed = true;
      for (Lane lane : lanes) {
        lane.removeAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private static void drop(List<QueuedFrame> frames, CallFailure why) {
    for (QueuedFrame frame : frames) {
      frame.dropped(why);
    }
  }
}
