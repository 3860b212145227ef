package io.polyplug.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Marked lines to frames; holds no more of a stray line than is told of it. */
final class MarkedLinesDecoder extends FrameDecoder {
  private final MarkedLines rules;
  private final byte[] mark;
  private int searched;
  private boolean cut;

  MarkedLinesDecoder(MarkedLines rules, byte[] mark) {
    this.rules = rules;
    this.mark = mark;
  }

  @Override
  byte @Nullable [] take() throws FramingException {
    ReadBuffer in = buffer;
    while (true) {
      int feed = LineFeeds.first(in.bytes, in.start + searched, in.end);
      if (feed < 0) {
        holdBack(in);
        return null;
      }
      int from = in.start;
      in.start = feed + 1;
      searched = 0;
      byte[] frame = line(in, from, feed);
      if (frame != null) {
        return frame;
      }
    }
  }

  /** A frame without its end is let go: how the other end died says more than that it did. */
  @Override
  byte @Nullable [] last() {
    ReadBuffer in = buffer;
    if (!cut && !isMarked(in, in.start, in.end)) {
      tellStray(in, in.start, in.end);
    }
    in.release();
    return null;
  }

  private byte @Nullable [] line(ReadBuffer in, int from, int to) throws FramingException {
    if (cut) {
      cut = false;
      return null;
    }
    if (!isMarked(in, from, to)) {
      tellStray(in, from, to);
      return null;
    }
    if (to - from - mark.length > rules.maxLine()) {
      throw tooLong();
    }
    return utf8(in.copy(from + mark.length, to), Framing.BadUtf8.REPLACE);
  }

  private void holdBack(ReadBuffer in) throws FramingException {
    if (cut) {
      in.start = in.end;
    } else if (in.size() > rules.maxLine() + mark.length) {
      if (isMarked(in, in.start, in.end)) {
        throw tooLong();
      }
      cutStray(in);
    } else if (in.size() > MarkedLines.STRAY_LINE && !isMarked(in, in.start, in.end)) {
      cutStray(in);
    }
    searched = in.size();
  }

  private void cutStray(ReadBuffer in) {
    tellStray(in, in.start, in.end);
    in.start = in.end;
    cut = true;
  }

  private boolean isMarked(ReadBuffer in, int from, int to) {
    return to - from >= mark.length
        && Arrays.equals(in.bytes, from, from + mark.length, mark, 0, mark.length);
  }

  private void tellStray(ReadBuffer in, int from, int to) {
    int length = Math.min(to - from, MarkedLines.STRAY_LINE);
    String text = new String(in.bytes, from, length, StandardCharsets.UTF_8).stripTrailing();
    if (!text.isEmpty()) {
      rules.stray().accept(text);
    }
  }

  private FramingException tooLong() {
    return violation(
        Violation.LINE_TOO_LONG,
        "A frame is longer than the " + rules.maxLine() + " bytes allowed.");
  }
}
