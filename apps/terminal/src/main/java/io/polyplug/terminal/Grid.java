package io.polyplug.terminal;

import io.polyplug.ainb.protocol.Cell;
import io.polyplug.ainb.protocol.WireBuffer;
import java.util.Arrays;

/**
 * Cells as they are seen: every column holds a glyph or is covered by a wide one to its left. What
 * is drawn outside is clipped. Not for several threads while it is drawn on.
 */
final class Grid {
  private final int width;
  private final int height;
  private final Glyph[] glyphs;
  private final Style[] styles;

  /** A blank grid. */
  Grid(int width, int height) {
    this.width = width;
    this.height = height;
    glyphs = new Glyph[width * height];
    styles = new Style[width * height];
    Arrays.fill(glyphs, Glyph.BLANK);
    Arrays.fill(styles, Style.PLAIN);
  }

  /** A frame by the painting rules of the contract (6.1), cut to this size. */
  static Grid of(WireBuffer buffer, int mostColumns, int mostRows) {
    Grid grid =
        new Grid(Math.min(buffer.width(), mostColumns), Math.min(buffer.height(), mostRows));
    for (Cell cell : buffer.cells()) {
      if (cell.x() < grid.width && cell.y() < grid.height) {
        int at = grid.index(cell.x(), cell.y());
        grid.glyphs[at] = Glyph.of(cell.symbol());
        grid.styles[at] = Style.of(cell);
      }
    }
    grid.cover();
    return grid;
  }

  /** After all cells are in place, since plugins may list the column that a wide glyph covers. */
  private void cover() {
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int at = index(x, y);
        if (glyphs[at].width() == 2 && x + 1 == width) {
          glyphs[at] = Glyph.BLANK;
        } else if (glyphs[at].width() == 2) {
          glyphs[at + 1] = Glyph.COVERED;
          styles[at + 1] = styles[at];
          x++;
        }
      }
    }
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  private int index(int x, int y) {
    return y * width + x;
  }

  Glyph glyph(int x, int y) {
    return glyphs[index(x, y)];
  }

  Style style(int x, int y) {
    return styles[index(x, y)];
  }

  boolean sameCell(Grid other, int x, int y) {
    return glyph(x, y).equals(other.glyph(x, y)) && style(x, y).equals(other.style(x, y));
  }

  /** Puts one glyph; what is left of a wide one that it cuts through becomes blank. */
  void put(int x, int y, Glyph glyph, Style style) {
    if (x < 0 || y < 0 || y >= height || x + glyph.width() > width) {
      return;
    }
    if (x > 0 && glyph(x, y).equals(Glyph.COVERED)) {
      glyphs[index(x - 1, y)] = Glyph.BLANK;
    }
    int end = x + glyph.width();
    if (end < width && glyph(end, y).equals(Glyph.COVERED)) {
      glyphs[index(end, y)] = Glyph.BLANK;
    }
    glyphs[index(x, y)] = glyph;
    styles[index(x, y)] = style;
    if (glyph.width() == 2) {
      glyphs[index(x + 1, y)] = Glyph.COVERED;
      styles[index(x + 1, y)] = style;
    }
  }

  /** Writes text that is not longer than so many columns; gives the column behind it. */
  int text(int x, int y, int columns, String text, Style style) {
    int end = Math.min(x + columns, width);
    int at = x;
    int i = 0;
    while (i < text.length()) {
      int length = Glyph.lengthAt(text, i);
      Glyph glyph = Glyph.of(text.substring(i, i + length));
      if (at + glyph.width() > end) {
        break;
      }
      put(at, y, glyph, style);
      at += glyph.width();
      i += length;
    }
    return at;
  }

  /** Blanks a part. */
  void clear(Rect part, Style style) {
    for (int y = part.y(); y < part.y() + part.height(); y++) {
      for (int x = part.x(); x < part.x() + part.width(); x++) {
        put(x, y, Glyph.BLANK, style);
      }
    }
  }

  /** Draws another grid into a part, from its upper left corner. */
  void draw(Grid source, Rect part) {
    for (int y = 0; y < Math.min(source.height, part.height()); y++) {
      for (int x = 0; x < Math.min(source.width, part.width()); x++) {
        Glyph glyph = source.glyph(x, y);
        boolean cut = x + glyph.width() > part.width();
        if (glyph.width() > 0) {
          put(part.x() + x, part.y() + y, cut ? Glyph.BLANK : glyph, source.style(x, y));
        }
      }
    }
  }

  /** The column behind the last cell of a row that is not a plain blank. */
  int endOfRow(int y) {
    int end = width;
    while (end > 0
        && glyph(end - 1, y).equals(Glyph.BLANK)
        && style(end - 1, y).equals(Style.PLAIN)) {
      end--;
    }
    return end;
  }
}
