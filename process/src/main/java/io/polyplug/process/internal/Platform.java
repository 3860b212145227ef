package io.polyplug.process.internal;

import io.polyplug.process.Spawner;
import io.polyplug.process.TerminalSize;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Picks the spawner of this machine. */
public final class Platform {
  /** For what this process itself reads from. */
  private static final EagerPoll ARRIVAL = new EagerPoll();

  private Platform() {}

  private static final class Chosen {
    static final Spawner SPAWNER = isNative() ? new NativeSpawner() : new PortableSpawner();
  }

  /** See {@link Spawner#platform}. */
  public static Spawner spawner() {
    refuseWindows();
    return Chosen.SPAWNER;
  }

  /** See {@link Spawner#portable}. */
  public static Spawner portable() {
    refuseWindows();
    return new PortableSpawner();
  }

  /** See {@link io.polyplug.process.StandardOutput#isUnread}. */
  public static boolean isUnread(int descriptor) {
    return isReady(ARRIVAL, descriptor, (short) 0, 0);
  }

  /** See {@link io.polyplug.process.StandardOutput#takesAtOnce}. */
  public static boolean isWritable(int descriptor) {
    return isReady(ARRIVAL, descriptor, LibC.POLLOUT, 0);
  }

  /** See {@link io.polyplug.process.StandardInput#canBeAwaited}. */
  public static boolean canPoll() {
    return isNative();
  }

  /** See {@link io.polyplug.process.StandardInput#await}. */
  public static boolean awaitReadable(int descriptor, Duration atMost) {
    return isReady(
        ARRIVAL, descriptor, LibC.POLLIN, (int) Math.min(Integer.MAX_VALUE, atMost.toMillis()));
  }

  /** See {@link TerminalSize}. */
  public static Optional<TerminalSize> terminalSize(int descriptor) {
    if (!isNative()) {
      return Optional.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(LibC.WINDOW_BYTES, 8);
      if (LibC.windowSize(arena.allocate(LibC.STATE_BYTES, 8), descriptor, size) < 0) {
        return Optional.empty();
      }
      int rows = Short.toUnsignedInt(size.get(ValueLayout.JAVA_SHORT, 0));
      int columns = Short.toUnsignedInt(size.get(ValueLayout.JAVA_SHORT, 2));
      return rows == 0 || columns == 0
          ? Optional.empty()
          : Optional.of(new TerminalSize(rows, columns));
    }
  }

  /** A reader that has left counts too: the write then fails at once. */
  private static boolean isReady(EagerPoll poll, int descriptor, short events, int millis) {
    if (!isNative()) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment fds = arena.allocate(LibC.POLL_BYTES, 8);
      LibC.setPoll(fds, 0, descriptor, events);
      return poll.await(arena.allocate(LibC.STATE_BYTES, 8), fds, millis) > 0;
    }
  }

  static boolean isNative() {
    String machine = System.getProperty("os.arch", "");
    return System.getProperty("os.name", "").equals("Linux")
        && (machine.equals("amd64") || machine.equals("aarch64"))
        && LibC.missing().isEmpty();
  }

  private static void refuseWindows() {
    if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")) {
      throw new UnsupportedOperationException(
          "Windows is not supported: run it on Linux or macOS, or on Windows in WSL.");
    }
  }
}
