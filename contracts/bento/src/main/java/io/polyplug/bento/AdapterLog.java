package io.polyplug.bento;

import io.polyplug.bento.protocol.LogLevel;
import io.polyplug.bento.protocol.LogMessage;
import io.polyplug.wire.FrameBytes;

/**
 * Where what plugins say goes, and what is said about them (2.6). Told as it happens, in the order
 * of each plugin, by one thread for each plugin and by those that call: safe from any thread. A
 * plugin waits while it is blocked, and its time runs.
 *
 * <p>Where things go is the caller's: lines belong on standard error from the level that the user
 * wants to see, output on the stream that it names; a command whose standard output is data sends
 * both to standard error.
 */
public interface AdapterLog {
  /**
   * One line.
   *
   * @param adapter the id of the plugin, safe to show
   * @param text safe to show, without a line end
   */
  void line(LogLevel level, String adapter, String text);

  /**
   * What a tool that the plugin runs has written, to be passed on verbatim: no prefix, no newline
   * added, whatever the level that the user wants to see.
   *
   * @param text as it came
   */
  void output(String adapter, LogMessage.Stream stream, String text);

  /** A frame came from the plugin; the array must not be changed. */
  default void frameIn(String adapter, byte[] body) {}

  /** A frame is about to be written to the plugin; it must not be changed. */
  default void frameOut(String adapter, FrameBytes body) {}
}
