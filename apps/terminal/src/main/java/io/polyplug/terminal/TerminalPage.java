package io.polyplug.terminal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that decides what is to be seen at one moment. Immutable.
 *
 * @param open the screen that is open and how it is; null while the list of screens is shown
 * @param selected the index of the screen that is selected in the list
 * @param menu whether the menu lies over it
 */
record TerminalPage(
    int width,
    int height,
    Layout layout,
    Watch.Seen seen,
    @Nullable Open open,
    int selected,
    boolean menu) {
  private static final List<String> MENU =
      List.of(
          "Keys of the terminal app",
          "",
          "n  next screen",
          "p  previous screen",
          "h  list of screens",
          "l  log of the plugin, on and off",
          "r  ask again for a plugin that failed",
          "q  quit (Ctrl+C does so everywhere)",
          "",
          "? and H are the app's unless a plugin takes text;",
          "Insert opens this always. Other keys are the plugin's.");

  /** A screen and what is known of it. */
  record Open(Screen screen, ScreenView view) {}

  /** The plugin whose log is of interest; empty if there is none. */
  String plugin() {
    if (open != null) {
      return open.screen().plugin();
    }
    return selected < seen.screens().size() ? seen.screens().get(selected).plugin() : "";
  }

  Grid paint() {
    Grid grid = new Grid(width, height);
    int focused = open == null ? -1 : seen.screens().indexOf(open.screen());
    Chrome.drawTabs(grid, layout.tabs(), seen.screens(), focused);
    if (open == null) {
      HomePage.draw(grid, layout.screen(), seen, selected);
      Chrome.drawStatus(grid, layout.status(), "polyplug", "Enter open  ? menu  q quit");
    } else {
      drawOpen(grid, open.screen(), open.view());
    }
    Chrome.drawLog(grid, layout.log(), plugin(), seen.log());
    if (menu) {
      Chrome.drawPanel(grid, layout.screen(), MENU);
    }
    return grid;
  }

  private void drawOpen(Grid grid, Screen screen, ScreenView view) {
    Standing standing = seen.standing(screen.plugin());
    ScreenPage.draw(grid, layout.screen(), screen, view, standing);
    String status = ScreenPage.status(screen, view, standing);
    Chrome.drawStatus(grid, layout.status(), status, ScreenPage.keys(view));
  }
}
