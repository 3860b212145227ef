package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/**
 * Why a transport, or one half of it, is over.
 *
 * @param sentence for people, safe to show
 * @param violation which rule of the framing, for {@link Kind#FRAMING}
 */
public record EndReason(Kind kind, String sentence, @Nullable Violation violation) {
  /** The closed list of ends. */
  public enum Kind {
    /** The other end closed between two frames. */
    END_OF_STREAM,
    /** The other end broke the framing, or ended inside a frame. */
    FRAMING,
    /** Reading or writing failed. */
    IO_ERROR,
    /** The other end broke the rules of the dialect. */
    PROTOCOL,
    /** A call was not answered in time and the dialect ends the peer for that. */
    TIMEOUT,
    /** The other end stopped reading. */
    WRITE_STUCK,
    /** More came or went than the bounds allow. */
    OVERFLOW,
    /** A fault of this end: the thread that reads has failed. */
    INTERNAL,
    /** Closed by this end. */
    CLOSED
  }

  /** Without a violation. */
  public EndReason(Kind kind, String sentence) {
    this(kind, sentence, null);
  }

  /** Closed by this end, without a particular reason. */
  public static final EndReason CLOSED = new EndReason(Kind.CLOSED, "Closed by this end.");

  static EndReason of(FramingException broken) {
    String sentence = broken.getMessage();
    return new EndReason(
        Kind.FRAMING, sentence == null ? broken.violation().name() : sentence, broken.violation());
  }
}
