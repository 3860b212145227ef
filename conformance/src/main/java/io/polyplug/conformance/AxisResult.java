package io.polyplug.conformance;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An axis after its test.
 *
 * @param frames all that went over the wire meanwhile, the newest last, bounded
 * @param stderr the last lines that the plugin wrote to standard error
 * @param recording all that went over the wire, whole, if it was kept
 */
public record AxisResult(
    Axis axis,
    Verdict verdict,
    Duration took,
    List<SeenFrame> frames,
    List<String> stderr,
    Optional<Path> recording) {
  public AxisResult {
    frames = List.copyOf(frames);
    stderr = List.copyOf(stderr);
  }
}
