package io.polyplug.conformance;

import java.time.Duration;
import java.util.List;

/**
 * An axis after its test.
 *
 * @param frames all that went over the wire meanwhile, the newest last, bounded
 * @param stderr the last lines that the plugin wrote to standard error
 */
public record AxisResult(
    Axis axis, Verdict verdict, Duration took, List<SeenFrame> frames, List<String> stderr) {
  public AxisResult {
    frames = List.copyOf(frames);
    stderr = List.copyOf(stderr);
  }
}
