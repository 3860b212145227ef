package io.polyplug.ainb.protocol;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * One cell of a {@link WireBuffer} and where it belongs.
 *
 * @param x the column, from 0 to 65535; may lie outside the buffer
 * @param y the row, likewise
 * @param symbol what is shown: untrusted, possibly several code points, possibly empty
 * @param fg null for the terminal's own colour
 * @param bg null for the terminal's own colour
 * @param modifier the bits that {@link Modifier} names, from 0 to 65535
 */
public record Cell(
    int x, int y, String symbol, @Nullable Color fg, @Nullable Color bg, int modifier) {
  public Cell {
    if (((x | y | modifier) & ~0xFFFF) != 0) {
      throw new IllegalArgumentException("a number of a cell is outside 0 to 65535");
    }
  }

  /** A cell in the terminal's own colours. */
  public Cell(int x, int y, String symbol) {
    this(x, y, symbol, null, null, 0);
  }

  void writeTo(JsonGenerator out) {
    out.writeStartArray();
    out.writeStartObject();
    out.writeNumberProperty("x", x);
    out.writeNumberProperty("y", y);
    out.writeEndObject();
    out.writeStartObject();
    out.writeStringProperty("symbol", symbol);
    writeColor(out, "fg", fg);
    writeColor(out, "bg", bg);
    out.writeNumberProperty("modifier", modifier);
    out.writeEndObject();
    out.writeEndArray();
  }

  private static void writeColor(JsonGenerator out, String name, @Nullable Color color) {
    if (color != null) {
      out.writeName(name);
      color.writeTo(out);
    }
  }
}
