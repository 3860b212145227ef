package io.polyplug.cli.dev;

import io.polyplug.host.HostEvent;

/** Something that is shown while a plugin is developed. */
sealed interface LiveItem {
  /** When, on the host's monotonic clock. */
  long nanos();

  /** A frame; its bytes are the item's own. */
  record Frame(HostEvent.FrameSeen seen) implements LiveItem {
    @Override
    public long nanos() {
      return seen.nanos();
    }
  }

  /** A line of standard error or of a log, raw. */
  record Log(HostEvent.LogLine line, long nanos) implements LiveItem {}

  /**
   * A sentence of ours, safe to show.
   *
   * @param trouble whether something does not work
   */
  record Said(String text, boolean trouble, long nanos) implements LiveItem {}

  /** What came faster than it could be shown. */
  record Lost(long frames, long lines, long nanos) implements LiveItem {}
}
