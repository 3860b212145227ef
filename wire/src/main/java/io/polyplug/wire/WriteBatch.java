package io.polyplug.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that go to the sink next: one frame where it lies, or several small ones copied
 * together up to {@link #MOST}. Owned by whoever writes at the moment.
 */
final class WriteBatch {
  static final int MOST = 64 << 10;
  private static final int KEPT = 8 << 10;
  private static final byte[] HEADER = Ascii.bytes("Content-Length: ");
  private static final byte[] HEADER_END = Ascii.bytes("\r\n\r\n");

  private final FrameSource source;
  private final boolean lines;
  private final List<OutboundFrame> frames = new ArrayList<>(1);
  private @Nullable OutboundFrame held;
  private byte[] joined = {};
  byte[] bytes = joined;
  int offset;
  int length;

  WriteBatch(FrameSource source, Framing framing) {
    this.source = source;
    this.lines = framing instanceof Ndjson;
  }

  /** Takes the next frames; false if there are none. */
  boolean fill() {
    frames.clear();
    OutboundFrame first = held == null ? source.next() : held;
    held = null;
    if (first == null) {
      shrink();
      return false;
    }
    add(first);
    OutboundFrame next = length < MOST ? source.next() : null;
    if (next != null) {
      joinWith(next);
    }
    return true;
  }

  /** The first frame lies where it was made: nothing is copied for a frame that goes alone. */
  private void add(OutboundFrame frame) {
    frames.add(frame);
    FrameBytes body = frame.bytes();
    bytes = body.array();
    delimit(body);
  }

  private void joinWith(OutboundFrame second) {
    int used = 0;
    byte[] firstBytes = bytes;
    int firstOffset = offset;
    int firstLength = length;
    OutboundFrame next = second;
    while (next != null) {
      FrameBytes body = next.bytes();
      bytes = body.array();
      delimit(body);
      if (used == 0) {
        if (firstLength + length > MOST) {
          break;
        }
        used = append(firstBytes, firstOffset, firstLength, 0);
      } else if (used + length > MOST) {
        break;
      }
      used = append(bytes, offset, length, used);
      frames.add(next);
      next = source.next();
    }
    held = next;
    bytes = used == 0 ? firstBytes : joined;
    offset = used == 0 ? firstOffset : 0;
    length = used == 0 ? firstLength : used;
  }

  private int append(byte[] from, int at, int count, int used) {
    if (used + count > joined.length) {
      joined = Arrays.copyOf(joined, Math.min(MOST, Math.max(used + count, joined.length * 2)));
    }
    System.arraycopy(from, at, joined, used, count);
    return used + count;
  }

  /** Writes the delimiters into the room around the body. Doing it twice does no harm. */
  private void delimit(FrameBytes body) {
    byte[] array = body.array();
    int end = body.offset() + body.length();
    if (lines) {
      oneLine(array, body.offset(), end);
      array[end] = '\n';
      offset = body.offset();
      length = body.length() + 1;
      return;
    }
    int at = body.offset() - HEADER_END.length;
    System.arraycopy(HEADER_END, 0, array, at, HEADER_END.length);
    at = Ascii.putBackwards(body.length(), array, at) - HEADER.length;
    System.arraycopy(HEADER, 0, array, at, HEADER.length);
    offset = at;
    length = end - at;
  }

  /** A line break in JSON is white space between tokens: a blank says the same. */
  private static void oneLine(byte[] array, int from, int end) {
    for (int i = LineFeeds.first(array, from, end); i >= 0; i = LineFeeds.first(array, i, end)) {
      array[i] = ' ';
    }
  }

  void advance(int count) {
    offset += count;
    length -= count;
  }

  void written() {
    for (int i = 0; i < frames.size(); i++) {
      frames.get(i).written();
    }
    bytes = joined;
  }

  void failed(String sentence) {
    for (int i = 0; i < frames.size(); i++) {
      frames.get(i).failed(sentence);
    }
    bytes = joined;
  }

  void lost(String sentence) {
    for (int i = 0; i < frames.size(); i++) {
      frames.get(i).lost(sentence);
    }
    bytes = joined;
  }

  /** Nothing to do: an idle transport keeps little. */
  private void shrink() {
    if (joined.length > KEPT) {
      joined = new byte[0];
    }
    bytes = joined;
  }
}
