package io.polyplug.wire;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a stream that are not framed yet. Small while little comes, up to {@link #CHUNK} for
 * a busy stream, larger only for a frame that is; back to small after a while of small reads.
 */
final class ReadBuffer {
  static final int SMALL = 4 << 10;
  static final int CHUNK = 64 << 10;
  private static final int SMALL_READS_BEFORE_SHRINK = 64;
  private static final byte[] NOTHING = {};

  byte[] bytes = NOTHING;
  int start;
  int end;
  private int smallReads;

  int capacity() {
    return bytes.length;
  }

  int size() {
    return end - start;
  }

  void release() {
    bytes = NOTHING;
    start = 0;
    end = 0;
  }

  void append(byte[] source, int offset, int length) {
    makeRoom(length);
    System.arraycopy(source, offset, bytes, end, length);
    end += length;
  }

  /** Waits at most so long, and for ever if that is null. */
  int readFrom(ByteSource in, @Nullable Duration atMost) throws IOException {
    shrinkWhenQuiet();
    makeRoom(1);
    int room = Math.min(bytes.length - end, CHUNK);
    int count = atMost == null ? in.read(bytes, end, room) : in.read(bytes, end, room, atMost);
    if (count > 0) {
      end += count;
      smallReads = count <= SMALL ? smallReads + 1 : 0;
      if (count == room && bytes.length < CHUNK) {
        // The pipe has more than we asked for: ask for more next time.
        resize(Math.min(CHUNK, bytes.length * 4));
      }
    }
    return count;
  }

  private void shrinkWhenQuiet() {
    if (start == end) {
      start = 0;
      end = 0;
      if (bytes.length > SMALL && smallReads >= SMALL_READS_BEFORE_SHRINK) {
        bytes = NOTHING;
      } else if (bytes.length > 4 * CHUNK) {
        bytes = NOTHING;
      }
    }
  }

  private void makeRoom(int length) {
    if (bytes.length - end >= length) {
      return;
    }
    int used = size();
    if (used + length <= bytes.length && used <= bytes.length / 2) {
      System.arraycopy(bytes, start, bytes, 0, used);
      start = 0;
      end = used;
    } else {
      resize(Math.max(Math.max(SMALL, used + length), Math.min(bytes.length * 2, used * 2)));
    }
  }

  private void resize(int capacity) {
    int used = size();
    bytes =
        start == 0
            ? Arrays.copyOf(bytes, capacity)
            : Arrays.copyOf(Arrays.copyOfRange(bytes, start, end), capacity);
    start = 0;
    end = used;
  }

  byte[] copy(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }
}
