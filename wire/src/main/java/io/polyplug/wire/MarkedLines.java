package io.polyplug.wire;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * One message per line for an end that shares its output with others: a frame is a line that begins
 * with the mark, which only the two ends know. Any other line is not parsed but told as stray text.
 * What we send has no mark.
 *
 * @param mark what frames begin with; printable ASCII
 * @param maxLine most bytes of a frame without its mark
 * @param maxOutbound most bytes of a line that we send
 * @param stray hears the other lines, malformed UTF-8 replaced, blank ones left out; a line of more
 *     than {@link #STRAY_LINE} bytes is cut there. Called on the thread that reads: it must not
 *     block
 */
public record MarkedLines(String mark, int maxLine, int maxOutbound, Consumer<String> stray)
    implements Framing {
  /** How much of a stray line is told. */
  public static final int STRAY_LINE = 16 << 10;

  public MarkedLines {
    if (mark.isEmpty() || !mark.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
      throw new IllegalArgumentException("A mark is one or more printable ASCII characters.");
    }
  }

  @Override
  public FrameDecoder decoder() {
    return new MarkedLinesDecoder(this, mark.getBytes(StandardCharsets.US_ASCII));
  }

  /** The mark is as good as a password while the stream is open. */
  @Override
  public String toString() {
    return "MarkedLines[maxLine=" + maxLine + ", maxOutbound=" + maxOutbound + "]";
  }
}
