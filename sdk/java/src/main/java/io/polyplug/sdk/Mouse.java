package io.polyplug.sdk;

import io.polyplug.ainb.protocol.MouseEvent;
import io.polyplug.ainb.protocol.MouseKind;

/**
 * Something that the mouse did.
 *
 * @param type {@code down}, {@code up}, {@code drag}, {@code scroll_up}, {@code scroll_down},
 *     {@code scroll_left} or {@code scroll_right}
 * @param button {@code left}, {@code right} or {@code middle}; empty for a scroll
 * @param column from the left of the screen
 * @param row from its top
 * @param mods as in {@link Key}
 */
public record Mouse(String type, String button, int column, int row, int mods) {
  /** The event as it came. */
  public static Mouse of(MouseEvent event) {
    return switch (event.kind()) {
      case MouseKind.Pressed it ->
          new Mouse(it.action().word(), it.button().word(), event.col(), event.row(), event.mods());
      case MouseKind.Plain it -> new Mouse(it.word(), "", event.col(), event.row(), event.mods());
    };
  }
}
