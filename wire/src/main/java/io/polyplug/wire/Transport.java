package io.polyplug.wire;

/**
 * What carries frames between two ends. One HTTP session is one transport, and so are the two pipes
 * of a child.
 *
 * <p>A transport pulls: it is given a source of frames and takes the next one when it can send it.
 * One send may fail alone; the inbound half may be lost while answers to sends in flight still
 * come. All methods are safe from any thread and none blocks but {@link #readHere}. Who made a
 * transport closes it; a peer made over it does that when it ends.
 */
public interface Transport extends AutoCloseable {
  /** The largest body that can be sent. */
  int maxOutbound();

  /** Begins to read and to write. Once. */
  void start(FrameSource source, TransportListener listener);

  /** Says that the source may have frames. */
  void wake();

  /** Whether frames that wait at the same time go out together, for less than one by one. */
  default boolean joinsFrames() {
    return false;
  }

  /**
   * Offers a platform thread that is about to wait for a frame: the transport may read on it and
   * tell the listener on it, which saves waking it. Returns at any time, and at the latest about a
   * millisecond after the last byte came; promises nothing.
   */
  default void readHere(Volunteer volunteer) {}

  /** Whoever reads for a transport instead of just waiting; on its own thread. */
  interface Volunteer {
    /** Whether no more needs to come; some of what has come already may be told yet. */
    boolean hasEnough();

    /** Whether nothing more may be told on this thread. */
    boolean mustStop();

    /** What has come is told and was not enough: from here on it is waited for more. */
    default void beforeWaiting() {}
  }

  /**
   * Says that somebody waits for a frame now who cannot read.
   *
   * @return whether nobody was reading, so that a frame may have come that is only told now
   */
  default boolean expectFrame() {
    return false;
  }

  /** Sends what the source has now, then tells the other end that nothing will follow. */
  void closeOutbound();

  /** Ends both halves at once; frames that were not sent are not. Later calls do nothing. */
  void close(EndReason reason);

  /** Ends both halves at once. */
  @Override
  default void close() {
    close(EndReason.CLOSED);
  }
}
