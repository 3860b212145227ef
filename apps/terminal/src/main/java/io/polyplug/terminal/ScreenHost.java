package io.polyplug.terminal;

import io.polyplug.host.PluginException;
import io.polyplug.host.ToolChannel;
import java.util.List;

/**
 * Where the screens come from: a host in this process or one that it is attached to. Everything may
 * be called from any thread.
 */
public interface ScreenHost {
  /** The screens of all plugins, in the order in which they are offered to the user. */
  List<Screen> screens();

  /**
   * Opens a screen of this size; blocks until its plugin runs, and throws {@link PluginException}
   * with the reason if it does not come to that. An interrupt ends the waiting.
   *
   * <p>From the plugin come {@code {"type":"frame","buffer":…,"captures_text":…}}, {@code
   * {"type":"wedged","reason":…}}, {@code {"type":"error","reason":…}} and {@code
   * {"type":"close_request"}}; to it go {@code {"type":"key","key":…}}, {@code
   * {"type":"mouse","mouse":…}} and {@code {"type":"resize","width":…,"height":…}}. Who opened the
   * channel closes it.
   */
  ToolChannel open(Screen screen, int width, int height);

  /** How a plugin is doing now; quick. */
  Standing standing(String plugin);

  /** The newest lines of a plugin's log, newest last; untrusted. */
  List<String> logTail(String plugin, int lines);
}
