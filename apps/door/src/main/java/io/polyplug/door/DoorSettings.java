package io.polyplug.door;

import java.util.List;
import java.util.Optional;

/**
 * How a door is opened.
 *
 * @param name what its threads are called by
 * @param address what it listens on
 * @param port 0 for any that is free
 * @param names under which names it may be reached, besides the port; everything else is turned
 *     away
 * @param token empty to ask for none
 */
public record DoorSettings(
    String name,
    String address,
    int port,
    List<String> names,
    Optional<String> token,
    DoorLimits limits) {
  private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

  public DoorSettings {
    names = List.copyOf(names);
  }

  /** On loopback, with the usual limits. */
  public static DoorSettings loopback(String name, int port, Optional<String> token) {
    return new DoorSettings(name, "127.0.0.1", port, LOOPBACK, token, DoorLimits.USUAL);
  }

  public DoorSettings withLimits(DoorLimits other) {
    return new DoorSettings(name, address, port, names, token, other);
  }
}
