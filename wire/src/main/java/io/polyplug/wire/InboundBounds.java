package io.polyplug.wire;

/**
 * How much may wait for handlers.
 *
 * @param queuedFrames ordered messages that wait
 * @param queuedBytes their bytes
 * @param onFull what happens when there is no room for one more
 * @param concurrentHandlers how many concurrent handlers run at once; a request beyond is answered
 *     with an error, a notification beyond is dropped
 * @param concurrentBytes the bytes of the frames that they hold together, with the same beyond; one
 *     frame alone may be larger
 */
public record InboundBounds(
    int queuedFrames,
    long queuedBytes,
    OnFull onFull,
    int concurrentHandlers,
    long concurrentBytes) {
  /** What a full queue does. */
  public enum OnFull {
    /** The reader waits, and so does the other end once the pipe is full. */
    PAUSE_READING,
    /** The peer ends. */
    END_PEER
  }

  /** 100,000 messages or 64 MiB, then reading pauses; 1,024 handlers or 128 MiB at once. */
  public static final InboundBounds DEFAULT =
      new InboundBounds(100_000, 64L << 20, OnFull.PAUSE_READING, 1_024, 128L << 20);

  /** With 128 MiB for concurrent handlers. */
  public InboundBounds(int queuedFrames, long queuedBytes, OnFull onFull, int concurrentHandlers) {
    this(queuedFrames, queuedBytes, onFull, concurrentHandlers, 128L << 20);
  }
}
