package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/** Lines to frames. What was searched for LF once is not searched again. */
final class NdjsonDecoder extends FrameDecoder {
  private final Ndjson rules;
  private final LineFeeds feeds = new LineFeeds();
  private int searched;

  NdjsonDecoder(Ndjson rules) {
    this.rules = rules;
  }

  @Override
  byte @Nullable [] take() throws FramingException {
    ReadBuffer in = buffer;
    while (true) {
      int feed = feeds.next(in.bytes, in.start + searched, in.end);
      if (feed < 0) {
        holdBack(in);
        return null;
      }
      int from = skipBlanks(in.bytes, in.start, feed);
      int to = dropBlanks(in.bytes, from, feed);
      boolean ascii = feeds.sawOnlyAscii();
      in.start = feed + 1;
      searched = 0;
      feeds.reset();
      if (to > from || rules.blankLines() == Ndjson.BlankLines.DELIVER) {
        return line(in, from, to, ascii);
      }
    }
  }

  @Override
  byte @Nullable [] last() throws FramingException {
    ReadBuffer in = buffer;
    int from = skipBlanks(in.bytes, in.start, in.end);
    int to = dropBlanks(in.bytes, from, in.end);
    if (from == to) {
      in.release();
      return null;
    }
    if (rules.lastLineNeedsEnd()) {
      throw violation(
          Violation.TRUNCATED,
          "The stream ended inside a line, after " + (to - from) + " bytes of it.");
    }
    byte[] line = line(in, from, to, false);
    in.release();
    return line;
  }

  private byte[] line(ReadBuffer in, int from, int to, boolean ascii) throws FramingException {
    if (to - from > rules.maxLine()) {
      throw tooLong();
    }
    byte[] body = in.copy(from, to);
    // What is ASCII is UTF-8: most lines need not be looked at again.
    return ascii ? body : utf8(body, rules.badUtf8());
  }

  /** No line end yet: white space is let go, and what is beyond the limit is not waited for. */
  private void holdBack(ReadBuffer in) throws FramingException {
    in.start = skipBlanks(in.bytes, in.start, in.end);
    if (in.size() > rules.maxLine()) {
      if (dropBlanks(in.bytes, in.start, in.end) - in.start > rules.maxLine()) {
        throw tooLong();
      }
      in.end = in.start + rules.maxLine();
    }
    searched = in.size();
  }

  private FramingException tooLong() {
    return violation(
        Violation.LINE_TOO_LONG,
        "A line is longer than the " + rules.maxLine() + " bytes allowed.");
  }

  private static int skipBlanks(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && isBlank(bytes[i])) {
      i++;
    }
    return i;
  }

  private static int dropBlanks(byte[] bytes, int from, int to) {
    int i = to;
    while (i > from && isBlank(bytes[i - 1])) {
      i--;
    }
    return i;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }
}
