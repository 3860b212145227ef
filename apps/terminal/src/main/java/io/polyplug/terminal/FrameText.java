package io.polyplug.terminal;

import io.polyplug.ainb.protocol.Modifier;
import io.polyplug.ainb.protocol.WireBuffer;

/**
 * Frames without a terminal: as text, as text with colours, as a picture. What plugins put into
 * symbols is made harmless in each. Pure functions.
 */
public final class FrameText {
  private static final int MOST_CELLS = 1 << 22;

  private FrameText() {}

  /** A line for each row, without colours and without the blanks at the ends of rows. */
  public static String text(WireBuffer buffer) {
    Grid grid = grid(buffer);
    StringBuilder out = new StringBuilder();
    for (int y = 0; y < grid.height(); y++) {
      StringBuilder line = new StringBuilder();
      for (int x = 0; x < grid.width(); x++) {
        boolean hidden = grid.style(x, y).is(Modifier.HIDDEN);
        Glyph glyph = grid.glyph(x, y);
        line.append(hidden ? " ".repeat(glyph.width()) : glyph.text());
      }
      out.append(y == 0 ? "" : "\n").append(line.toString().stripTrailing());
    }
    return out.toString();
  }

  /** A line for each row, with escape sequences for true colour; ends with nothing set. */
  public static String ansi(WireBuffer buffer) {
    Grid grid = grid(buffer);
    Sgr sgr = new Sgr(ColorDepth.TRUE);
    StringBuilder out = new StringBuilder();
    for (int y = 0; y < grid.height(); y++) {
      out.append(y == 0 ? "" : "\n");
      Style style = Style.PLAIN;
      int end = grid.endOfRow(y);
      for (int x = 0; x < end; x++) {
        if (!grid.style(x, y).equals(style)) {
          sgr.append(out, style, grid.style(x, y));
          style = grid.style(x, y);
        }
        out.append(grid.glyph(x, y).text());
      }
      // A background that is still set would run on to the end of the line.
      out.append(style.equals(Style.PLAIN) ? "" : Sgr.RESET);
    }
    return out.toString();
  }

  /**
   * A PNG picture in which every cell has the same size.
   *
   * @throws IllegalStateException if the machine has no usable font
   */
  public static byte[] png(WireBuffer buffer) {
    return Picture.png(grid(buffer));
  }

  private static Grid grid(WireBuffer buffer) {
    if ((long) buffer.width() * buffer.height() > MOST_CELLS) {
      throw new IllegalArgumentException(
          "A frame of "
              + buffer.width()
              + " by "
              + buffer.height()
              + " cells is too large to be shown.");
    }
    return Grid.of(buffer, buffer.width(), buffer.height());
  }
}
