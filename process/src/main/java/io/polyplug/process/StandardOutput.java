package io.polyplug.process;

import io.polyplug.process.internal.Platform;

/** What this process itself writes to. */
public final class StandardOutput {
  /** A pipe that has any room has room for this. */
  private static final int ATOMIC = 4096;

  private StandardOutput() {}

  /**
   * Whether it is a pipe or a socket whose reader has left, without writing anything. Says no where
   * that cannot be told. Never blocks; safe from any thread.
   */
  public static boolean isUnread() {
    return Platform.isUnread(1);
  }

  /**
   * Whether so many bytes can be written now without waiting for the reader. Says no where that
   * cannot be told. Never blocks; true only holds as long as nobody else writes.
   */
  public static boolean takesAtOnce(int bytes) {
    return bytes <= ATOMIC && Platform.isWritable(1);
  }
}
