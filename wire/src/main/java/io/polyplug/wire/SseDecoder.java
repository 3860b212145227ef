package io.polyplug.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An event stream to the data of its events, one frame each. Lines end with LF, CR LF or CR; one
 * byte order mark at the start is passed over; several data lines of an event are joined by LF;
 * names and comments mean nothing here; the last id and the last time to wait before connecting
 * again are kept; an event that the stream ends in is none.
 *
 * <p>Neither the data of an event nor a line may be larger than the limit, give or take the name of
 * the field. Besides what the buffer holds, the data lines of one event are kept.
 */
public final class SseDecoder extends FrameDecoder {
  private static final byte[] DATA = Ascii.bytes("data");
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final int FIELD_ROOM = DATA.length + 2;
  private static final int LONGEST_OTHER = 4 << 10;

  private final int maxEvent;
  private boolean started;
  private boolean afterReturn;
  private int searched;
  private byte @Nullable [] data;
  private int dataLength;
  private @Nullable String seenId;
  private @Nullable String lastId;
  private long retryMillis = -1;

  /** With this as the most bytes of an event. */
  public SseDecoder(int maxEvent) {
    this.maxEvent = maxEvent;
  }

  @Override
  byte @Nullable [] take() throws FramingException {
    ReadBuffer in = buffer;
    if (!started && !passMark(in)) {
      return null;
    }
    while (true) {
      if (afterReturn && in.size() > 0) {
        afterReturn = false;
        if (in.bytes[in.start] == '\n') {
          in.start++;
        }
      }
      int end = LineEnds.first(in.bytes, in.start + searched, in.end);
      if ((end < 0 ? in.size() : end - in.start) > maxEvent + FIELD_ROOM) {
        data = null;
        throw tooLong(Violation.LINE_TOO_LONG, "A line of the event stream");
      }
      if (end < 0) {
        searched = in.size();
        return null;
      }
      int from = in.start;
      in.start = end + 1;
      searched = 0;
      afterReturn = in.bytes[end] == '\r';
      if (end > from) {
        field(in.bytes, from, end);
      } else {
        lastId = seenId;
        if (data != null) {
          return dispatch(data);
        }
      }
    }
  }

  /** The id of the last event that came whole and of all before it; null if none had one. */
  public @Nullable String lastEventId() {
    return lastId;
  }

  /** How long to wait before connecting again; negative if the stream did not say. */
  public long retryMillis() {
    return retryMillis;
  }

  /** False if it takes more bytes to tell a mark from text. */
  private boolean passMark(ReadBuffer in) {
    int same = 0;
    while (same < MARK.length && same < in.size() && in.bytes[in.start + same] == MARK[same]) {
      same++;
    }
    if (same == in.size() && same < MARK.length) {
      return false;
    }
    if (same == MARK.length) {
      in.start += same;
    }
    started = true;
    return true;
  }

  private void field(byte[] bytes, int from, int end) throws FramingException {
    int nameEnd = from + DATA.length;
    if (end < nameEnd || !Arrays.equals(DATA, 0, DATA.length, bytes, from, nameEnd)) {
      other(bytes, from, end);
      return;
    }
    if (end == nameEnd) {
      append(bytes, end, end);
    } else if (bytes[nameEnd] == ':') {
      boolean blank = nameEnd + 1 < end && bytes[nameEnd + 1] == ' ';
      append(bytes, blank ? nameEnd + 2 : nameEnd + 1, end);
    }
  }

  /** A line that is not data: only short ones say something that is kept. */
  private void other(byte[] bytes, int from, int end) {
    boolean id = bytes[from] == 'i';
    if ((!id && bytes[from] != 'r') || end - from > LONGEST_OTHER) {
      return;
    }
    String line = new String(bytes, from, end - from, StandardCharsets.UTF_8);
    int colon = line.indexOf(':');
    String name = colon < 0 ? line : line.substring(0, colon);
    String value = colon < 0 ? "" : line.substring(colon + 1);
    String text = value.startsWith(" ") ? value.substring(1) : value;
    if (name.equals("id") && text.indexOf('\0') < 0) {
      seenId = text;
    } else if (name.equals("retry") && text.matches("[0-9]{1,9}")) {
      retryMillis = Long.parseLong(text);
    }
  }

  private void append(byte[] bytes, int from, int end) throws FramingException {
    int before = data == null ? 0 : dataLength + 1;
    long size = (long) before + end - from;
    if (size > maxEvent) {
      data = null;
      throw tooLong(Violation.BODY_TOO_LONG, "An event");
    }
    if (data == null) {
      // Nearly every event is one line, and then this is the frame.
      data = Arrays.copyOfRange(bytes, from, end);
    } else {
      if (size > data.length) {
        data = Arrays.copyOf(data, (int) Math.min(maxEvent, Math.max(size, 2L * data.length)));
      }
      data[dataLength] = '\n';
      System.arraycopy(bytes, from, data, before, end - from);
    }
    dataLength = (int) size;
  }

  private byte[] dispatch(byte[] whole) {
    byte[] event = whole.length == dataLength ? whole : Arrays.copyOf(whole, dataLength);
    data = null;
    return Utf8.repair(event);
  }

  @Override
  byte @Nullable [] last() {
    buffer.release();
    data = null;
    return null;
  }

  private FramingException tooLong(Violation what, String subject) {
    return violation(what, subject + " is longer than the " + maxEvent + " bytes allowed.");
  }
}
