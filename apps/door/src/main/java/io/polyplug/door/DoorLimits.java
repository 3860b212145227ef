package io.polyplug.door;

import java.time.Duration;

/**
 * What bounds clients over HTTP, hostile ones too.
 *
 * @param silence after which a connection ends that owes us something: the rest of a request, or
 *     that it takes what we send
 * @param request the longest that a request may take to arrive
 * @param connections how many there may be at once; more wait until one ends
 * @param smallBody up to so many bytes everybody may send
 * @param largeBodies how many requests with more than that there may be at once
 * @param largestBody more is refused
 */
public record DoorLimits(
    Duration silence,
    Duration request,
    int connections,
    int smallBody,
    int largeBodies,
    int largestBody) {
  /** For one user on one machine. */
  public static final DoorLimits USUAL =
      new DoorLimits(Duration.ofSeconds(30), Duration.ofSeconds(60), 2_000, 64 << 10, 8, 16 << 20);
}
