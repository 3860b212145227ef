package io.polyplug.conformance;

import io.polyplug.host.HostEvent.Direction;
import java.time.Duration;

/**
 * A frame, or bytes that are none, as the script saw them go by.
 *
 * @param at since the axis began
 * @param text as it went over the wire, cut if it was long; whoever shows it escapes it
 * @param cut how many bytes were cut
 */
public record SeenFrame(Duration at, Direction direction, String text, int cut) {}
