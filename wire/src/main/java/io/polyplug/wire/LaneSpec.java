package io.polyplug.wire;

/**
 * A queue of outbound frames, as data. Of the frames that wait, the one of the lane with the lowest
 * priority number goes first; inside a lane order is kept.
 *
 * @param name for messages to people
 * @param priority the lower, the sooner
 * @param maxFrames how many frames may wait
 * @param maxBytes how many bytes of bodies may wait
 * @param onFull what happens to one more
 * @param atStart whether frames go out from the start
 */
public record LaneSpec(
    String name, int priority, int maxFrames, long maxBytes, OnFull onFull, AtStart atStart) {
  private static final int DEFAULT_FRAMES = 65_536;
  private static final long DEFAULT_BYTES = 64L << 20;

  /** What happens when a frame comes and the lane is full. */
  public enum OnFull {
    /** The oldest frames give way and are counted; a call among them fails as overloaded. */
    DROP_OLDEST,
    /** The new frame is refused: its call or notification fails as overloaded. */
    FAIL,
    /** The other end reads too slowly to be of use. */
    END_PEER
  }

  /** How a lane begins; {@link Peer#openLane} opens it. */
  public enum AtStart {
    OPEN,
    /** Frames wait until it is opened. */
    HOLD,
    /** Frames are dropped, and counted, until it is opened. */
    DROP
  }

  /** An open lane with room for 65,536 frames and 64 MiB that refuses more. */
  public static LaneSpec of(String name, int priority) {
    return new LaneSpec(name, priority, DEFAULT_FRAMES, DEFAULT_BYTES, OnFull.FAIL, AtStart.OPEN);
  }

  /** The same with other bounds. */
  public LaneSpec bounded(int frames, long bytes, OnFull what) {
    return new LaneSpec(name, priority, frames, bytes, what, atStart);
  }

  /** The same with another beginning. */
  public LaneSpec startingAs(AtStart start) {
    return new LaneSpec(name, priority, maxFrames, maxBytes, onFull, start);
  }
}
