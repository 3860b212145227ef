package io.polyplug.ainb;

import io.polyplug.host.PluginException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The screens of one running plugin that somebody looks at. Safe from any thread. */
final class OpenScreens {
  private final Set<ScreenChannel> open = ConcurrentHashMap.newKeySet();
  private volatile @Nullable String wedged;
  private volatile @Nullable PluginException lost;

  void add(ScreenChannel screen) {
    open.add(screen);
    PluginException reason = lost;
    if (reason != null) {
      screen.fail(reason);
    }
  }

  void remove(ScreenChannel screen) {
    open.remove(screen);
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  /** What is shown may have changed. */
  void touch() {
    open.forEach(ScreenChannel::touch);
  }

  /** The plugin wants a screen to be left; false if nobody looks at it. */
  boolean requestClose(String screen) {
    boolean any = false;
    for (ScreenChannel shown : open) {
      if (shown.screen().equals(screen)) {
        shown.requestClose();
        any = true;
      }
    }
    return any;
  }

  /** A frame did not come in time. */
  void wedged(String sentence) {
    wedged = sentence;
  }

  /** A reply came, if only a late one: it is not wedged. */
  void answered() {
    if (wedged != null) {
      wedged = null;
      touch();
    }
  }

  Optional<String> complaint() {
    return Optional.ofNullable(wedged);
  }

  void lose(PluginException reason) {
    lost = reason;
    open.forEach(screen -> screen.fail(reason));
  }
}
