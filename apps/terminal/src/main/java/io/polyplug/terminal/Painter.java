package io.polyplug.terminal;

import org.jspecify.annotations.Nullable;

/**
 * Turns grids into what a terminal must be sent so that it shows them: only what changed since the
 * grid before. Trusts no terminal to agree with us about widths: after anything but ASCII the
 * cursor is put where it belongs. One thread.
 */
final class Painter {
  // Terminals that know this show a frame at once instead of line by line; others ignore it.
  private static final String BEGIN = "\u001b[?2026h";
  private static final String END = "\u001b[0m\u001b[?2026l";
  private static final String CLEAR = "\u001b[0m\u001b[2J";

  private final Sgr sgr;
  private @Nullable Grid shown;
  private int column;
  private int row;
  private Style style = Style.PLAIN;

  Painter(ColorDepth depth) {
    sgr = new Sgr(depth);
  }

  /** Whatever the terminal shows is unknown from now on. */
  void forget() {
    shown = null;
  }

  /** What to send; empty if nothing changed. The grid must not change afterwards. */
  String paint(Grid next) {
    StringBuilder out = new StringBuilder();
    Grid before = shown;
    style = Style.PLAIN;
    column = -1;
    if (before == null || before.width() != next.width() || before.height() != next.height()) {
      out.append(CLEAR);
      before = new Grid(next.width(), next.height());
    }
    for (int y = 0; y < next.height(); y++) {
      paintRow(out, before, next, y);
    }
    shown = next;
    return out.isEmpty() ? "" : BEGIN + out + END;
  }

  private void paintRow(StringBuilder out, Grid before, Grid next, int y) {
    boolean changed = false;
    boolean fragile = false;
    for (int x = 0; x < next.width(); x++) {
      changed = changed || !next.sameCell(before, x, y);
      fragile = fragile || next.glyph(x, y).isFragile() || before.glyph(x, y).isFragile();
    }
    if (!changed) {
      return;
    }
    for (int x = 0; x < next.width(); x++) {
      // A terminal may have drawn a fragile glyph over its neighbours: the row is drawn anew.
      if (fragile || !next.sameCell(before, x, y)) {
        paintCell(out, next, x, y);
      }
    }
  }

  private void paintCell(StringBuilder out, Grid next, int x, int y) {
    Glyph glyph = next.glyph(x, y);
    if (glyph.width() == 0) {
      return;
    }
    if (x != column || y != row) {
      out.append("\u001b[").append(y + 1).append(';').append(x + 1).append('H');
    }
    if (!next.style(x, y).equals(style)) {
      sgr.append(out, style, next.style(x, y));
      style = next.style(x, y);
    }
    out.append(glyph.text());
    row = y;
    column = glyph.isAscii() ? x + 1 : -1;
  }
}
