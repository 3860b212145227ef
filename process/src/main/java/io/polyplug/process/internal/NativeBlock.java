package io.polyplug.process.internal;

import java.lang.foreign.MemorySegment;

/**
 * A place for errno and a buffer that grows with use, outside the heap and without zeroing.
 *
 * <p>Small at first because most of a thousand children are idle. Whoever holds it makes sure that
 * one thread at a time uses it and that nobody does after {@link #free}.
 */
final class NativeBlock {
  private static final int FIRST_BYTES = 4 * 1024;

  /** What a pipe holds: more than that never moves in one call. */
  private static final int MOST_BYTES = 64 * 1024;

  private final MemorySegment state = LibC.malloc(LibC.STATE_BYTES);
  private MemorySegment buffer = LibC.malloc(FIRST_BYTES);

  MemorySegment state() {
    return state;
  }

  /** At least the first size, at most as long as wanted and as the largest size. */
  MemorySegment buffer(int wanted) {
    if (wanted > buffer.byteSize() && buffer.byteSize() < MOST_BYTES) {
      grow(Math.min(wanted, MOST_BYTES));
    }
    return buffer;
  }

  /** The buffer as it is. */
  MemorySegment buffer() {
    return buffer;
  }

  /** A read filled the whole buffer: there is more where that came from. */
  void growOnce() {
    if (buffer.byteSize() < MOST_BYTES) {
      grow(Math.min(MOST_BYTES, (int) buffer.byteSize() * 4));
    }
  }

  private void grow(int bytes) {
    MemorySegment larger = LibC.malloc(bytes);
    LibC.free(buffer);
    buffer = larger;
  }

  void free() {
    LibC.free(buffer);
    LibC.free(state);
  }
}
