package io.polyplug.host;

import java.time.Duration;
import java.util.Optional;

/**
 * Something that happened in a host. All text from plugins is as it came: whoever shows it escapes
 * it.
 */
public sealed interface HostEvent {
  /** The {@linkplain PluginInfo#key() key} of the plugin it is about. */
  String plugin();

  /** The supervisor went from one state to another. */
  record StateChanged(String plugin, PluginState from, PluginState to, Optional<Failure> reason)
      implements HostEvent {}

  /** A line of a plugin's standard error, or a log message it sent. */
  record LogLine(String plugin, Level level, String text) implements HostEvent {}

  /**
   * A call set out.
   *
   * @param traceparent which span of a trace it is part of, as W3C Trace Context writes it, if its
   *     caller said so in the call's metadata or context
   */
  record CallStarted(String plugin, long call, String tool, Optional<String> traceparent)
      implements HostEvent {}

  /**
   * A call ended: well, or with a code of the closed list or of the plugin.
   *
   * @param goesOn whether it opened a stream or a channel, of whose end {@link StreamEnded} tells
   */
  record CallEnded(
      String plugin,
      long call,
      String tool,
      Duration duration,
      Optional<String> errorCode,
      boolean goesOn)
      implements HostEvent {
    /** One with which everything is over. */
    public CallEnded(
        String plugin, long call, String tool, Duration duration, Optional<String> errorCode) {
      this(plugin, call, tool, duration, errorCode, false);
    }
  }

  /**
   * A stream or a channel that a call opened is over.
   *
   * @param duration since the call set out
   * @param received how many messages were taken from it
   * @param sent how many messages went into a channel
   * @param whole whether its plugin ended it; else it failed, or whoever read it closed it before
   * @param errorCode why it failed
   */
  record StreamEnded(
      String plugin,
      long call,
      String tool,
      Duration duration,
      long received,
      long sent,
      boolean whole,
      Optional<String> errorCode)
      implements HostEvent {}

  /**
   * A frame went over the wire; the bytes belong to the receiver of the event.
   *
   * @param nanos when, on the host's monotonic clock: compare by difference only
   */
  record FrameSeen(String plugin, Direction direction, byte[] frame, long nanos)
      implements HostEvent {}

  /** A look at the folders found a plugin that was not there before. */
  record PluginAdded(String plugin) implements HostEvent {}

  /** A plugin is gone, or was replaced by another reading of it. */
  record PluginRemoved(String plugin) implements HostEvent {}

  /** A running plugin says that it offers other tools than before. */
  record ToolsChanged(String plugin) implements HostEvent {}

  /** The level of a log line. */
  enum Level {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR
  }

  /** Which way a frame went. */
  enum Direction {
    TO_PLUGIN,
    FROM_PLUGIN
  }
}
