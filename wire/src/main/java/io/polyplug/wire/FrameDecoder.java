package io.polyplug.wire;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Cuts one stream of bytes into frames. Put bytes in, take frames out with {@link #next()} until
 * there are none, put in more; at the end of the stream ask {@link #end()}.
 *
 * <p>Memory grows with the bytes that came, at most to twice of what a limit allows and one read,
 * never with a length that was announced; it shrinks again when frames are small. Each frame is an
 * array of its own. After a violation the decoder holds nothing and takes nothing. Owned by one
 * thread at a time.
 */
public abstract sealed class FrameDecoder
    permits ContentLengthDecoder, MarkedLinesDecoder, NdjsonDecoder, SseDecoder {
  final ReadBuffer buffer = new ReadBuffer();
  private boolean broken;

  FrameDecoder() {}

  /** Copies bytes in. */
  public final void feed(byte[] bytes, int offset, int length) {
    if (!broken) {
      buffer.append(bytes, offset, length);
    }
  }

  /** Reads once, as much as there is up to a chunk; the count, or -1 at the end of the stream. */
  public final int readFrom(InputStream in) throws IOException {
    return buffer.readFrom(ByteSource.of(in), null);
  }

  /** As {@link #readFrom(InputStream)}; 0 if nothing came within the time, if there is one. */
  final int readFrom(ByteSource in, @Nullable Duration atMost) throws IOException {
    return buffer.readFrom(in, atMost);
  }

  /** Whether there are bytes that were not taken out as a frame. */
  final boolean holdsBytes() {
    return buffer.size() > 0;
  }

  /** The next whole frame; null if more bytes are needed. */
  public final byte @Nullable [] next() throws FramingException {
    return broken ? null : take();
  }

  /** The stream ended: its last frame, or null after a clean end; throws inside a frame. */
  public final byte @Nullable [] end() throws FramingException {
    return broken ? null : last();
  }

  /** How many bytes of memory the decoder holds. */
  public final int capacity() {
    return buffer.capacity();
  }

  abstract byte @Nullable [] take() throws FramingException;

  abstract byte @Nullable [] last() throws FramingException;

  final FramingException violation(Violation what, String sentence) {
    broken = true;
    buffer.release();
    return new FramingException(what, sentence);
  }

  final byte[] utf8(byte[] body, Framing.BadUtf8 policy) throws FramingException {
    return switch (policy) {
      case PASS -> body;
      case REPLACE -> Utf8.repair(body);
      case REFUSE -> {
        if (!Utf8.isValid(body, 0, body.length)) {
          throw violation(Violation.BODY_NOT_UTF8, "A frame's body must be UTF-8 and is not.");
        }
        yield body;
      }
    };
  }
}
