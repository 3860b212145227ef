package io.polyplug.wire;

import java.util.Arrays;

/**
 * The body of one outbound frame in an array that leaves room around it, so that a transport can
 * put its own delimiters next to the body and write both at once.
 *
 * <p>Owned by the one that sends it, in turn: who makes it, the queue, the transport.
 */
public final class FrameBytes {
  /** Bytes before the body that belong to the transport. */
  public static final int HEADROOM = 32;

  /** Bytes after the body that belong to the transport. */
  public static final int TAILROOM = 1;

  private final byte[] array;
  private int offset;
  private final int end;

  FrameBytes(byte[] array, int offset, int end) {
    this.array = array;
    this.offset = offset;
    this.end = end;
  }

  /** A frame with a copy of this body. */
  public static FrameBytes of(Json body) {
    byte[] array = new byte[HEADROOM + body.length() + TAILROOM];
    body.copyTo(array, HEADROOM);
    return new FrameBytes(array, HEADROOM, HEADROOM + body.length());
  }

  static FrameBytes of(byte[] body) {
    return of(Json.ofTrusted(body));
  }

  /** The same bytes for one more owner, who puts the same around them as the others do. */
  FrameBytes shared() {
    return new FrameBytes(array, offset, end);
  }

  /** The array; the body lies in the middle. */
  public byte[] array() {
    return array;
  }

  /** Where the body begins. */
  public int offset() {
    return offset;
  }

  /** How many bytes the body has. */
  public int length() {
    return end - offset;
  }

  /** A copy of the body. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(array, offset, end);
  }

  /** Puts bytes in front of the body, into room that was left for them. */
  void prepend(byte[] prefix) {
    offset -= prefix.length;
    System.arraycopy(prefix, 0, array, offset, prefix.length);
  }

  void prependNumber(long number) {
    offset = Ascii.putBackwards(number, array, offset);
  }
}
