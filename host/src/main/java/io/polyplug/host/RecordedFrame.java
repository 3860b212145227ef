package io.polyplug.host;

/**
 * A frame that went over the wire, as a recorder kept it.
 *
 * @param plugin the {@linkplain PluginInfo#key() key} of the plugin
 * @param nanos when, on the host's monotonic clock: compare by difference only
 * @param bytes its beginning, or all of it; the receiver's own
 * @param cut how many bytes were not kept
 */
public record RecordedFrame(
    String plugin, HostEvent.Direction direction, long nanos, byte[] bytes, int cut) {}
