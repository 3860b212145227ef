package io.polyplug.terminal;

import io.polyplug.base.UntrustedText;
import java.util.List;

/** The list of all screens, for when none is open. Pure functions. */
final class HomePage {
  /** Above the first screen of the list. */
  private static final int HEADING_ROWS = 2;

  private HomePage() {}

  static void draw(Grid grid, Rect part, Watch.Seen seen, int selected) {
    List<Screen> screens = seen.screens();
    if (screens.isEmpty()) {
      String line = seen.listed() ? "No plugin offers a screen." : "loading…";
      Chrome.drawPanel(grid, part, List.of(line));
      return;
    }
    if (part.height() > HEADING_ROWS) {
      grid.text(part.x() + 2, part.y(), part.width(), "Screens", Style.BOLD);
    }
    int title = screens.stream().mapToInt(it -> Chrome.columns(titleOf(it))).max().orElse(0) + 2;
    int plugin = screens.stream().mapToInt(it -> Chrome.columns(pluginOf(it))).max().orElse(0) + 2;
    int first = first(part, screens.size(), selected);
    for (int i = first; i < screens.size(); i++) {
      int y = rowOf(part, i - first);
      if (y >= part.y() + part.height()) {
        break;
      }
      Screen screen = screens.get(i);
      Style style = i == selected ? Style.REVERSED : Style.PLAIN;
      Standing standing = seen.standing(screen.plugin());
      grid.clear(new Rect(part.x(), y, part.width(), 1), style);
      grid.text(part.x() + 2, y, part.width(), titleOf(screen), style);
      grid.text(part.x() + 2 + title, y, part.width(), pluginOf(screen), style);
      String state = UntrustedText.excerpt(standing.state(), 40);
      String reason = UntrustedText.excerpt(standing.reason(), 200);
      grid.text(
          part.x() + 2 + title + plugin,
          y,
          part.width(),
          reason.isEmpty() ? state : state + ": " + reason,
          style);
    }
  }

  private static String titleOf(Screen screen) {
    return UntrustedText.excerpt(screen.title(), 40);
  }

  private static String pluginOf(Screen screen) {
    return UntrustedText.excerpt(screen.plugin(), 40);
  }

  private static int rowOf(Rect part, int index) {
    return part.y() + index + (part.height() > HEADING_ROWS ? HEADING_ROWS : 0);
  }

  private static int first(Rect part, int count, int selected) {
    int rows = part.y() + part.height() - rowOf(part, 0);
    return Math.clamp((long) selected - rows + 1, 0, Math.max(0, count - 1));
  }

  /** The index of the screen that is listed in this row of the terminal; -1 if none is. */
  static int at(Rect part, int count, int selected, int row) {
    int index = row - rowOf(part, 0) + first(part, count, selected);
    return row >= rowOf(part, 0) && row < part.y() + part.height() && index < count ? index : -1;
  }
}
