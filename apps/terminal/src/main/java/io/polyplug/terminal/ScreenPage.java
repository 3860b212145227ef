package io.polyplug.terminal;

import io.polyplug.base.UntrustedText;
import io.polyplug.terminal.ScreenView.Phase;
import java.util.ArrayList;
import java.util.List;

/** Draws the middle of the terminal while one screen is open. Pure functions. */
final class ScreenPage {
  private static final int PANEL_COLUMNS = 66;

  private ScreenPage() {}

  static void draw(Grid grid, Rect part, Screen screen, ScreenView view, Standing standing) {
    Grid frame = view.frame();
    if (frame != null) {
      grid.draw(frame, part);
    }
    List<String> lines = new ArrayList<>();
    lines.add(UntrustedText.excerpt(screen.title(), 60));
    switch (view.phase()) {
      case OPENING, LOADING -> {
        if (frame != null) {
          return;
        }
        lines.add("loading…");
      }
      case SHOWING, WEDGED, LEFT -> {
        return;
      }
      case DOWN -> {
        lines.addAll(reasons(part, state(view, standing), view.reason()));
        lines.add("The plugin is started again as soon as it may; q leaves.");
      }
      case FAILED -> {
        lines.addAll(reasons(part, state(view, standing), view.reason()));
        lines.add("r asks again, q leaves.");
      }
    }
    Chrome.drawPanel(grid, part, lines);
  }

  private static List<String> reasons(Rect part, String state, String reason) {
    int columns = Math.clamp(part.width() - 4, 1, PANEL_COLUMNS);
    List<String> lines = new ArrayList<>();
    lines.add(state);
    lines.addAll(wrap(reason, columns));
    return lines;
  }

  /** The word for how a plugin is doing: what we see of it ourselves comes before what we hear. */
  static String state(ScreenView view, Standing standing) {
    String heard = UntrustedText.excerpt(standing.state(), 40);
    return switch (view.phase()) {
      case WEDGED -> "wedged";
      case OPENING -> heard.isEmpty() ? "starting" : heard;
      case LOADING, SHOWING, LEFT -> heard.isEmpty() ? "running" : heard;
      case DOWN, FAILED -> heard.isEmpty() || heard.equals("running") ? "down" : heard;
    };
  }

  /** The text in lines of at most so many columns, cut between words where there are any. */
  static List<String> wrap(String text, int columns) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > columns) {
      int space = rest.lastIndexOf(' ', columns);
      int cut = space > 0 ? space : columns;
      if (space <= 0 && Character.isHighSurrogate(rest.charAt(cut - 1)) && cut > 1) {
        cut--;
      }
      lines.add(rest.substring(0, cut).stripTrailing());
      rest = rest.substring(cut).stripLeading();
    }
    if (!rest.isEmpty()) {
      lines.add(rest);
    }
    return lines;
  }

  static String status(Screen screen, ScreenView view, Standing standing) {
    String reason =
        view.reason().isEmpty() && view.phase() != Phase.SHOWING
            ? UntrustedText.excerpt(standing.reason(), 400)
            : view.reason();
    String left = UntrustedText.excerpt(screen.plugin(), 60) + " · " + state(view, standing);
    return reason.isEmpty() ? left : left + " · " + reason;
  }

  static String keys(ScreenView view) {
    if (view.isStuck()) {
      return view.phase() == Phase.FAILED
          ? "r again  q leave  ? menu  ^C quit"
          : "q leave  ? menu  ^C quit";
    }
    return view.capturesText() ? "Ins menu  ^C quit" : "? menu  H screens  ^C quit";
  }
}
