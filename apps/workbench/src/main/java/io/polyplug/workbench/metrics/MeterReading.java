package io.polyplug.workbench.metrics;

import java.util.List;

/**
 * What was counted of one plugin, at one moment.
 *
 * @param totals since this host counts
 * @param p50Micros what half of the calls of the last minute did not exceed; 0 if there were none
 * @param p99Micros what 99 of 100 did not exceed
 * @param callsPerSecond of the last whole second
 * @param seconds the last whole seconds, oldest first
 * @param streams since this host counts
 */
public record MeterReading(
    Second totals,
    long p50Micros,
    long p99Micros,
    long callsPerSecond,
    List<Second> seconds,
    Streams streams) {
  /**
   * Streams and channels that are over; their openings count as calls.
   *
   * @param ended in any way
   * @param failed how many of them with an error; one that its reader closed did not fail
   * @param received messages from the plugin
   * @param sent messages to the plugin
   * @param p50Micros what half of those that ended in the last minute did not last longer than,
   *     from the call that opened them on; 0 if there were none
   * @param p99Micros the same of 99 of 100
   */
  public record Streams(
      long ended, long failed, long received, long sent, long p50Micros, long p99Micros) {}

  /**
   * What was counted in some time.
   *
   * @param calls that ended
   * @param errors how many of them with an error
   * @param bytesIn of frames from the plugin
   * @param bytesOut of frames to the plugin
   */
  public record Second(long calls, long errors, long bytesIn, long bytesOut) {
    static final Second NONE = new Second(0, 0, 0, 0);

    Second since(Second before) {
      return new Second(
          calls - before.calls,
          errors - before.errors,
          bytesIn - before.bytesIn,
          bytesOut - before.bytesOut);
    }
  }

  public MeterReading {
    seconds = List.copyOf(seconds);
  }
}
