package io.polyplug.process;

import io.polyplug.process.internal.Platform;
import java.time.Duration;

/** What this process itself reads from. */
public final class StandardInput {
  private StandardInput() {}

  /** Whether {@link #await} can tell anything on this machine. */
  public static boolean canBeAwaited() {
    return Platform.canPoll();
  }

  /**
   * Waits until a read would not block, because something came or the input is over; false if that
   * was not so in time. What a stream has taken from it already does not count.
   */
  public static boolean await(Duration atMost) {
    return Platform.awaitReadable(0, atMost);
  }
}
