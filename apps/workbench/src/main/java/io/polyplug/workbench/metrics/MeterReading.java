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
 */
public record MeterReading(
    Second totals, long p50Micros, long p99Micros, long callsPerSecond, List<Second> seconds) {
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
