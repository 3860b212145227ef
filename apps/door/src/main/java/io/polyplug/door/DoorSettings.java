package io.polyplug.door;

import java.util.Optional;

/**
 * How a door is opened.
 *
 * @param name what its threads are called by
 * @param reach where it is; whoever comes under another name is turned away
 * @param token empty to ask for none
 */
public record DoorSettings(String name, Reach reach, Optional<String> token, DoorLimits limits) {
  /** On loopback, with the usual limits. */
  public static DoorSettings loopback(String name, int port, Optional<String> token) {
    return new DoorSettings(name, Reach.loopback(port), token, DoorLimits.USUAL);
  }

  public DoorSettings withLimits(DoorLimits other) {
    return new DoorSettings(name, reach, token, other);
  }
}
