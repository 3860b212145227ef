package io.polyplug.monorepo.files;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Through Linux's statx, relative to the open directory. What it does not answer, the JDK is asked.
 *
 * <p>Measured in the JVM of a short command with 106,000 files and one thread: this 180 ms after 35
 * ms of linking, the JDK 500 ms, a C program 150 ms. So the JDK is quicker up to about ten
 * thousand.
 */
final class NativeStats implements FileStats {
  private static final int OPEN_FOR_PATHS = 0x200000 | 0x80000;
  private static final int NO_FOLLOW = 0x100;
  private static final int NO_AUTOMOUNT = 0x800;
  private static final int EMPTY_PATH = 0x1000;
  // Type, mode, modification and change time, inode and size.
  private static final int MASK = 0x1 | 0x2 | 0x40 | 0x80 | 0x100 | 0x200;
  private static final int STATX_BYTES = 256;
  private static final long BILLION = 1_000_000_000L;

  private static volatile boolean linked;

  private final StatxCalls calls;
  private final FileStats portable;
  private final Arena arena = Arena.ofConfined();
  private final ByteBuffer answer;
  private final long answerAddress;
  private final int directory;
  private MemorySegment room;
  private ByteBuffer roomBytes;

  private NativeStats(StatxCalls calls, Path path) {
    this.calls = calls;
    this.portable = FileStats.portable(path);
    MemorySegment statx = arena.allocate(STATX_BYTES, Long.BYTES);
    this.answerAddress = statx.address();
    this.answer = statx.asByteBuffer().order(ByteOrder.nativeOrder());
    this.room = arena.allocate(4096);
    this.roomBytes = room.asByteBuffer();
    byte[] name = RawPath.bytes(RawPath.ofPath(path));
    place(name, 0, name.length);
    this.directory = calls.call(calls.open(), room.address(), OPEN_FOR_PATHS, 0, 0, 0);
  }

  /** Null where there is no such call. */
  static @Nullable FileStats open(Path directory) {
    StatxCalls calls = StatxCalls.linked();
    linked = calls != null;
    return calls == null ? null : new NativeStats(calls, directory);
  }

  /** Whether opening one costs next to nothing. */
  static boolean isLinked() {
    return linked;
  }

  @Override
  public boolean read(String raw, long[] into, int at) throws IOException {
    byte[] path = RawPath.bytes(raw);
    place(path, 0, path.length);
    return read(raw.isEmpty(), room.address(), into, at) || portable.read(raw, into, at);
  }

  @Override
  public void readAll(byte[] paths, int from, int length, Stats to) throws IOException {
    place(paths, from, length);
    long[] values = new long[FIELDS];
    int start = from;
    for (int i = from; i < from + length; i++) {
      if (paths[i] == 0) {
        boolean there = read(i == start, room.address() + (start - from), values, 0);
        if (!there) {
          there = portable.read(PortableStats.text(paths, start, i), values, 0);
        }
        to.add(there, values);
        start = i + 1;
      }
    }
  }

  @Override
  public void close() {
    if (directory >= 0) {
      calls.call(calls.close(), directory, 0, 0, 0, 0);
    }
    arena.close();
  }

  private boolean read(boolean itself, long path, long[] into, int at) {
    int flags = NO_FOLLOW | NO_AUTOMOUNT | (itself ? EMPTY_PATH : 0);
    if (directory < 0
        || calls.call(calls.statx(), directory, path, flags, MASK, answerAddress) != 0) {
      return false;
    }
    into[at + SIZE] = answer.getLong(40);
    into[at + MODIFIED] = answer.getLong(112) * BILLION + answer.getInt(120);
    into[at + CHANGED] = answer.getLong(96) * BILLION + answer.getInt(104);
    into[at + INODE] = answer.getLong(32);
    into[at + MODE] = answer.getShort(28) & 0xFFFF;
    return true;
  }

  private void place(byte[] bytes, int from, int length) {
    if (length >= room.byteSize()) {
      room = arena.allocate(2L * length);
      roomBytes = room.asByteBuffer();
    }
    roomBytes.put(0, bytes, from, length);
    roomBytes.put(length, (byte) 0);
  }
}
