package io.polyplug.wire;

import io.polyplug.base.UntrustedText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Header blocks and bodies to frames. */
final class ContentLengthDecoder extends FrameDecoder {
  /** What is announced is counted up to here. */
  private static final long HUGE = 1_000_000_000_000_000L;

  private static final String LENGTH = "content-length";
  private static final int SHOWN = 60;
  private static final int NONE = -1;
  private static final byte[] USUAL = Ascii.bytes("Content-Length: ");
  private static final byte[] USUAL_END = Ascii.bytes("\r\n\r\n");

  /** So many digits are a number that cannot overflow. */
  private static final int USUAL_DIGITS = 9;

  private final ContentLength rules;
  private int headerBytes;
  private long announced = NONE;
  private int searched;
  private boolean inBody;

  ContentLengthDecoder(ContentLength rules) {
    this.rules = rules;
  }

  @Override
  byte @Nullable [] take() throws FramingException {
    while (!inBody) {
      if (!usualHeader() && !headerLine()) {
        return null;
      }
    }
    ReadBuffer in = buffer;
    if (in.size() < announced) {
      return null;
    }
    byte[] body = in.copy(in.start, in.start + (int) announced);
    in.start += body.length;
    inBody = false;
    headerBytes = 0;
    announced = NONE;
    return utf8(body, rules.badUtf8());
  }

  @Override
  byte @Nullable [] last() throws FramingException {
    if (inBody) {
      throw violation(
          Violation.TRUNCATED,
          "The stream ended after " + buffer.size() + " of the " + announced + " bytes of a body.");
    }
    if (headerBytes > 0 || buffer.size() > 0) {
      throw violation(Violation.TRUNCATED, "The stream ended inside a header block.");
    }
    buffer.release();
    return null;
  }

  /**
   * Takes a whole header block of the form that nearly everybody writes, and which every rule
   * allows, without making strings of it; false if it has another form, is not whole yet, or is not
   * at its beginning.
   */
  private boolean usualHeader() throws FramingException {
    ReadBuffer in = buffer;
    byte[] bytes = in.bytes;
    int at = in.start + USUAL.length;
    if (headerBytes > 0
        || searched > 0
        || in.size() < USUAL.length + USUAL_DIGITS + USUAL_END.length
        || USUAL.length + USUAL_DIGITS + USUAL_END.length > rules.maxHeader()
        || !Arrays.equals(bytes, in.start, at, USUAL, 0, USUAL.length)) {
      return false;
    }
    int digits = at;
    int sum = 0;
    while (at < digits + USUAL_DIGITS && bytes[at] >= '0' && bytes[at] <= '9') {
      sum = sum * 10 + (bytes[at] - '0');
      at++;
    }
    int end = at + USUAL_END.length;
    if (at == digits || !Arrays.equals(bytes, at, end, USUAL_END, 0, USUAL_END.length)) {
      return false;
    }
    in.start = end;
    announced = sum;
    endOfHeader();
    return true;
  }

  /** Takes one header line; false if it is not there yet. */
  private boolean headerLine() throws FramingException {
    ReadBuffer in = buffer;
    int feed = LineFeeds.first(in.bytes, in.start + searched, in.end);
    int seen = feed < 0 ? in.size() : feed + 1 - in.start;
    if (headerBytes + seen > rules.maxHeader()) {
      throw violation(
          Violation.HEADER_TOO_LONG,
          "A header block is longer than the " + rules.maxHeader() + " bytes allowed.");
    }
    if (feed < 0) {
      searched = seen;
      return false;
    }
    int from = in.start;
    boolean carriageReturn = feed > from && in.bytes[feed - 1] == '\r';
    if (!carriageReturn && !rules.bareLineFeed()) {
      throw violation(
          Violation.HEADER_LINE_END,
          "A header line must end in CR LF: '" + shown(from, feed) + "' ends in LF alone.");
    }
    headerBytes += seen;
    searched = 0;
    in.start = feed + 1;
    header(from, carriageReturn ? feed - 1 : feed);
    return true;
  }

  private void header(int from, int to) throws FramingException {
    if (rules.headerMustBeUtf8() && !Utf8.isValid(buffer.bytes, from, to)) {
      throw violation(Violation.HEADER_NOT_UTF8, "A header line must be UTF-8 and is not.");
    }
    if (from == to) {
      endOfHeader();
      return;
    }
    String line = new String(buffer.bytes, from, to - from, StandardCharsets.UTF_8);
    int colon = line.indexOf(':');
    if (colon < 0) {
      throw violation(
          Violation.HEADER_WITHOUT_COLON,
          "A header line must be 'Content-Length: <bytes>', this one has no colon: '"
              + UntrustedText.excerpt(line, SHOWN)
              + "'.");
    }
    String name = line.substring(0, colon).strip();
    if (name.toLowerCase(Locale.ROOT).equals(LENGTH)) {
      announced = length(line.substring(colon + 1).strip());
    } else if (!rules.unknownHeaders()) {
      throw violation(
          Violation.HEADER_UNKNOWN,
          "Content-Length is the only header allowed, not '"
              + UntrustedText.excerpt(name, SHOWN)
              + "'.");
    }
  }

  private long length(String value) throws FramingException {
    long sum = 0;
    for (int i = 0; i < value.length(); i++) {
      int digit = value.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw notANumber(value);
      }
      // Stays huge instead of wrapping round: it is too long either way.
      sum = Math.min(sum * 10 + digit, HUGE);
    }
    if (value.isEmpty()) {
      throw notANumber(value);
    }
    return sum;
  }

  private FramingException notANumber(String value) {
    return violation(
        Violation.LENGTH_NOT_A_NUMBER,
        "Content-Length must be a decimal number, not '"
            + UntrustedText.excerpt(value, SHOWN)
            + "'.");
  }

  private void endOfHeader() throws FramingException {
    if (announced == NONE) {
      throw violation(Violation.LENGTH_MISSING, "A header block ended without a Content-Length.");
    }
    if (announced > rules.maxBody()) {
      throw violation(
          Violation.BODY_TOO_LONG,
          "A body of %s%d bytes is longer than the %d allowed."
              .formatted(announced == HUGE ? "more than " : "", announced, rules.maxBody()));
    }
    inBody = true;
  }

  private String shown(int from, int to) {
    int end = Math.min(to, from + SHOWN);
    return UntrustedText.escape(new String(buffer.bytes, from, end - from, StandardCharsets.UTF_8));
  }
}
