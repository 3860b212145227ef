package io.polyplug.sdk;

import io.polyplug.ainb.protocol.Cell;
import io.polyplug.ainb.protocol.WireBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Screen} shows: blank at first, painted cell by cell. What falls outside is not
 * painted. Every code point takes one cell, but combining marks, variation selectors and joiners
 * belong to the cell before them; who wants wide characters leaves the next cell alone. Used by one
 * thread.
 */
public final class Picture {
  /** More than any terminal has; bounds what a size that came over the wire can allocate. */
  private static final int MOST_CELLS = 4_000_000;

  private static final int ZERO_WIDTH_JOINER = 0x200D;

  private final Size size;
  private final @Nullable Cell[] cells;
  private boolean redraw;
  private boolean capturesText;

  private Picture(Size size) {
    long count = (long) size.width() * size.height();
    if (size.width() < 0 || size.height() < 0 || count > MOST_CELLS) {
      throw new IllegalArgumentException(
          "a picture of " + size.width() + " by " + size.height() + " cells cannot be painted");
    }
    this.size = size;
    this.cells = new @Nullable Cell[(int) count];
  }

  /** A blank one. */
  public static Picture of(Size size) {
    return new Picture(size);
  }

  /** Its size. */
  public Size size() {
    return size;
  }

  /** Paints a text in the terminal's own colours. */
  public Picture text(int x, int y, String text) {
    return text(x, y, text, Style.PLAIN);
  }

  /** Paints a text from this cell to the right. */
  public Picture text(int x, int y, String text, Style style) {
    int column = x;
    int i = 0;
    while (i < text.length()) {
      int end = endOfSymbol(text, i);
      cell(column++, y, text.substring(i, end), style);
      i = end;
    }
    return this;
  }

  private static int endOfSymbol(String text, int start) {
    int end = start + Character.charCount(text.codePointAt(start));
    while (end < text.length()) {
      int next = text.codePointAt(end);
      boolean joined = text.codePointBefore(end) == ZERO_WIDTH_JOINER;
      if (!joined && next != ZERO_WIDTH_JOINER && !isMark(next)) {
        break;
      }
      end += Character.charCount(next);
    }
    return end;
  }

  private static boolean isMark(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> true;
      default -> false;
    };
  }

  /** Paints one cell; an empty symbol, or a blank in the terminal's own colours, clears it. */
  public Picture cell(int x, int y, String symbol, Style style) {
    if (x >= 0 && y >= 0 && x < size.width() && y < size.height()) {
      boolean blank = symbol.isEmpty() || (symbol.equals(" ") && style.equals(Style.PLAIN));
      cells[y * size.width() + x] =
          blank
              ? null
              : new Cell(x, y, symbol, style.foreground(), style.background(), style.modifier());
    }
    return this;
  }

  /** Asks for another picture soon: for what moves by itself. */
  public Picture redrawSoon() {
    redraw = true;
    return this;
  }

  /** Asks for the keys, too, that the host otherwise keeps for itself. */
  public Picture capturesText() {
    capturesText = true;
    return this;
  }

  /** Whether another picture is wanted soon. */
  public boolean wantsRedraw() {
    return redraw;
  }

  /** Whether all keys are wanted. */
  public boolean wantsText() {
    return capturesText;
  }

  /** As the contract has it: row by row from left to right, without what is blank. */
  public WireBuffer toBuffer() {
    List<Cell> painted = new ArrayList<>();
    for (Cell cell : cells) {
      if (cell != null) {
        painted.add(cell);
      }
    }
    return new WireBuffer(size.width(), size.height(), painted);
  }
}
