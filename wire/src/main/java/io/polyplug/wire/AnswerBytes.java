package io.polyplug.wire;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of one connection, answer after answer. It bounds the heads and knows where the other
 * end may hang up: its end is an end only of a body that has no other, and a failure elsewhere,
 * which the parser of the library would take for the end of the headers. By one thread at a time.
 */
final class AnswerBytes extends FilterInputStream {
  private static final int MOST_HEAD = 64 << 10;

  private long room;
  private boolean begun;
  private boolean endsByClosing;

  AnswerBytes(InputStream in) {
    super(in);
  }

  /** The heads of an answer follow, those of interim answers too. */
  void head() {
    room = MOST_HEAD;
    begun = false;
    endsByClosing = false;
  }

  /** A body follows; how long it may be is not for this to know. */
  void body(boolean untilClosed) {
    room = Long.MAX_VALUE;
    endsByClosing = untilClosed;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = in.read(bytes, offset, length);
    if (count >= 0) {
      begun = true;
      room -= count;
      if (room < 0) {
        throw new IOException("the head of its answer is larger than " + MOST_HEAD + " bytes");
      }
    } else if (!begun) {
      throw new IOException("the server closed the connection without an answer");
    } else if (!endsByClosing) {
      throw new EOFException();
    }
    return count;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }
}
