package io.polyplug.conformance;

import io.polyplug.base.Clock;
import io.polyplug.host.HostEvent.Direction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;

/** The newest frames of an axis, bounded in number and in bytes. Safe from any thread. */
final class Tape {
  private static final int MOST_FRAMES = 200;
  private static final int LONGEST = 4096;

  private final Clock clock;
  private final long began;
  private final AxisRecordings.Running recording;
  private final ArrayDeque<SeenFrame> frames = new ArrayDeque<>();

  Tape(Clock clock) {
    this(clock, AxisRecordings.Running.NONE);
  }

  Tape(Clock clock, AxisRecordings.Running recording) {
    this.clock = clock;
    this.recording = recording;
    this.began = clock.nanoTime();
  }

  synchronized void add(Direction direction, byte[] bytes) {
    recording.add(direction, bytes, clock.nanoTime());
    int kept = Math.min(bytes.length, LONGEST);
    frames.add(
        new SeenFrame(
            elapsed(),
            direction,
            new String(bytes, 0, kept, StandardCharsets.UTF_8),
            bytes.length - kept));
    if (frames.size() > MOST_FRAMES) {
      frames.remove();
    }
  }

  Duration elapsed() {
    return Duration.ofNanos(clock.nanoTime() - began);
  }

  synchronized List<SeenFrame> frames() {
    return List.copyOf(frames);
  }
}
