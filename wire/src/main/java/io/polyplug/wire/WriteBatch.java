package io.polyplug.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that go to the sink next: one frame where it lies, or several small ones copied
 * together, as many as the sink is likely to take at once. What it does not take goes back to the
 * source, so that something more urgent can still overtake it; only the frame that it took a part
 * of stays. Owned by whoever writes at the moment.
 */
final class WriteBatch {
  static final int MOST = 64 << 10;

  /** How much is joined after the sink was full and then took one frame at once. */
  private static final int AFTER_FULL = 4 << 10;

  private static final int OVERHEAD = FrameBytes.HEADROOM + FrameBytes.TAILROOM;
  private static final int KEPT = 8 << 10;
  private static final byte[] HEADER = Ascii.bytes("Content-Length: ");
  private static final byte[] HEADER_END = Ascii.bytes("\r\n\r\n");

  private final FrameSource source;
  private final boolean lines;
  private final List<OutboundFrame> frames = new ArrayList<>(1);
  private int[] ends = new int[8];
  private int most = MOST;
  private byte[] joined = {};
  byte[] bytes = joined;
  int offset;
  int length;

  WriteBatch(FrameSource source, Framing framing) {
    this.source = source;
    this.lines = !(framing instanceof ContentLength);
  }

  /** Takes the next frames; false if there are none. None is taken that does not fit in. */
  boolean fill() {
    frames.clear();
    OutboundFrame first = source.next();
    if (first == null) {
      shrink();
      return false;
    }
    take(first);
    OutboundFrame second = nextToJoin(length);
    if (second != null) {
      joinWith(second);
    }
    return true;
  }

  private @Nullable OutboundFrame nextToJoin(int used) {
    int room = most - OVERHEAD - used;
    return room > 0 ? source.next(room) : null;
  }

  /** A frame lies where it was made: nothing is copied for one that goes alone. */
  private void take(OutboundFrame frame) {
    frames.add(frame);
    FrameBytes body = frame.bytes();
    bytes = body.array();
    delimit(body);
  }

  private void joinWith(OutboundFrame second) {
    int used = append(bytes, offset, length, 0);
    OutboundFrame next = second;
    while (next != null) {
      take(next);
      used = append(bytes, offset, length, used);
      next = nextToJoin(used);
    }
    bytes = joined;
    offset = 0;
    length = used;
  }

  private int append(byte[] from, int at, int count, int used) {
    if (used + count > joined.length) {
      joined = Arrays.copyOf(joined, Math.min(MOST, Math.max(used + count, joined.length * 2)));
    }
    System.arraycopy(from, at, joined, used, count);
    if (frames.size() > ends.length) {
      ends = Arrays.copyOf(ends, 2 * ends.length);
    }
    ends[frames.size() - 1] = used + count;
    return used + count;
  }

  /** Writes the delimiters into the room around the body. */
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

  /** The sink took so many bytes at once; true if that is all. */
  boolean took(int count) {
    offset += count;
    length -= count;
    if (length == 0) {
      most = most == 0 ? AFTER_FULL : Math.min(MOST, 2 * most);
      return true;
    }
    most = 0;
    if (frames.size() > 1) {
      keepBegun();
    }
    return false;
  }

  /** Leaves the first frame that is not sent whole. */
  private void keepBegun() {
    int begun = 0;
    while (ends[begun] <= offset) {
      frames.get(begun).written();
      begun++;
    }
    for (int i = frames.size() - 1; i > begun; i--) {
      source.putBack(frames.get(i));
    }
    OutboundFrame kept = frames.get(begun);
    frames.clear();
    frames.add(kept);
    length = ends[begun] - offset;
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
