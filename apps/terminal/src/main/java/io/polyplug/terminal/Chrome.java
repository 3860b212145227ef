package io.polyplug.terminal;

import io.polyplug.base.UntrustedText;
import java.util.ArrayList;
import java.util.List;

/** Draws what is around the screens of plugins: tabs, panels, the log, the status line. */
final class Chrome {
  private Chrome() {}

  /** Where the tab of each screen is; those that do not fit are left out, never the focused one. */
  static List<Rect> tabs(Rect line, List<Screen> screens, int focused) {
    List<Rect> tabs = new ArrayList<>();
    int first = 0;
    while (first < focused && widthOf(screens, first, focused) > line.width()) {
      first++;
    }
    int x = 0;
    for (int i = 0; i < screens.size(); i++) {
      int width = i < first ? 0 : Math.clamp(line.width() - x, 0, columns(label(screens.get(i))));
      tabs.add(new Rect(x, line.y(), width, line.height()));
      x += width;
    }
    return tabs;
  }

  private static int widthOf(List<Screen> screens, int first, int last) {
    return screens.subList(first, last + 1).stream().mapToInt(it -> columns(label(it))).sum();
  }

  private static String label(Screen screen) {
    return " " + UntrustedText.excerpt(screen.title(), 40) + " ";
  }

  static void drawTabs(Grid grid, Rect line, List<Screen> screens, int focused) {
    grid.clear(line, Style.DIM);
    List<Rect> tabs = tabs(line, screens, focused);
    for (int i = 0; i < tabs.size(); i++) {
      Rect tab = tabs.get(i);
      if (tab.height() > 0) {
        Style style = i == focused ? Style.REVERSED : Style.PLAIN;
        grid.text(tab.x(), tab.y(), tab.width(), label(screens.get(i)), style);
      }
    }
  }

  /** One line: what there is to say on the left, the keys on the right as far as they fit. */
  static void drawStatus(Grid grid, Rect line, String left, String keys) {
    if (line.height() == 0) {
      return;
    }
    grid.clear(line, Style.REVERSED);
    int end = grid.text(1, line.y(), line.width() - 1, left, Style.REVERSED);
    int at = line.width() - columns(keys) - 1;
    if (at > end) {
      grid.text(at, line.y(), columns(keys), keys, Style.REVERSED);
    }
  }

  /** A framed box in the middle of a part. */
  static void drawPanel(Grid grid, Rect part, List<String> lines) {
    int inner = lines.stream().mapToInt(Chrome::columns).max().orElse(0);
    int width = Math.min(inner + 4, part.width());
    int height = Math.min(lines.size() + 2, part.height());
    if (width < 4 || height < 3) {
      grid.clear(part, Style.PLAIN);
      if (part.height() > 0) {
        grid.text(part.x(), part.y(), part.width(), lines.getFirst(), Style.PLAIN);
      }
      return;
    }
    Rect box =
        new Rect(
            part.x() + (part.width() - width) / 2,
            part.y() + (part.height() - height) / 2,
            width,
            height);
    grid.clear(box, Style.PLAIN);
    String bar = "─".repeat(width - 2);
    grid.text(box.x(), box.y(), width, "╭" + bar + "╮", Style.PLAIN);
    for (int i = 0; i < height - 2; i++) {
      int y = box.y() + 1 + i;
      grid.text(box.x(), y, 1, "│", Style.PLAIN);
      grid.text(box.x() + 2, y, width - 4, lines.get(i), i == 0 ? Style.BOLD : Style.PLAIN);
      grid.text(box.x() + width - 1, y, 1, "│", Style.PLAIN);
    }
    grid.text(box.x(), box.y() + height - 1, width, "╰" + bar + "╯", Style.PLAIN);
  }

  /** The newest lines that fit, under a rule. */
  static void drawLog(Grid grid, Rect part, String plugin, List<String> lines) {
    if (part.height() == 0) {
      return;
    }
    grid.clear(part, Style.PLAIN);
    String title = "── log of " + UntrustedText.excerpt(plugin, 60) + " ";
    int end = grid.text(part.x(), part.y(), part.width(), title, Style.DIM);
    grid.text(end, part.y(), part.width(), "─".repeat(part.width()), Style.DIM);
    int rows = part.height() - 1;
    int from = Math.max(0, lines.size() - rows);
    for (int i = from; i < lines.size(); i++) {
      String line = UntrustedText.excerpt(lines.get(i), 1000);
      grid.text(part.x(), part.y() + 1 + i - from, part.width(), line, Style.PLAIN);
    }
  }

  /** How many columns a text of ours takes. */
  static int columns(String text) {
    int columns = 0;
    int i = 0;
    while (i < text.length()) {
      int length = Glyph.lengthAt(text, i);
      columns += Glyph.of(text.substring(i, i + length)).width();
      i += length;
    }
    return columns;
  }
}
