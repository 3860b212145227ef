package io.polyplug.process;

import io.polyplug.process.internal.Platform;

/** What this process itself writes to. */
public final class StandardOutput {
  private StandardOutput() {}

  /**
   * Whether it is a pipe or a socket whose reader has left, without writing anything. Says no where
   * that cannot be told. Never blocks; safe from any thread.
   */
  public static boolean isUnread() {
    return Platform.isUnread(1);
  }
}
