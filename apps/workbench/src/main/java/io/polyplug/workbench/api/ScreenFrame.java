package io.polyplug.workbench.api;

import io.polyplug.ainb.protocol.Cell;
import io.polyplug.ainb.protocol.Color;
import io.polyplug.ainb.protocol.Modifier;
import io.polyplug.ainb.protocol.WireBuffer;
import io.polyplug.wire.Json;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * A frame of a screen as the page draws it: rows of runs that begin in a column and look the same.
 * What lies outside the size that was asked for is left out, and so are plain blanks. Pure
 * functions.
 */
final class ScreenFrame {
  private ScreenFrame() {}

  static Json of(WireBuffer buffer, int columns, int rows) {
    @Nullable Cell[][] grid = new Cell[rows][columns];
    for (Cell cell : buffer.cells()) {
      if (cell.x() < columns && cell.y() < rows) {
        grid[cell.y()][cell.x()] = cell;
      }
    }
    return Json.object(
        out -> {
          out.writeNumberProperty("cols", columns);
          out.writeNumberProperty("rows", rows);
          out.writeArrayPropertyStart("lines");
          for (@Nullable Cell[] row : grid) {
            out.writeStartArray();
            write(row, out);
            out.writeEndArray();
          }
          out.writeEndArray();
        });
  }

  private static void write(@Nullable Cell[] row, JsonGenerator out) {
    int x = 0;
    while (x < row.length) {
      Cell first = row[x];
      if (first == null || isBlank(first)) {
        x++;
        continue;
      }
      StringBuilder text = new StringBuilder(symbol(first));
      int end = x + 1;
      // What may be wider or narrower than a column stands alone, so that nothing shifts.
      while (isSimple(first) && end < row.length && goesOn(first, row[end])) {
        text.append(symbol(Objects.requireNonNull(row[end])));
        end++;
      }
      run(x, text.toString(), first, out);
      x = end;
    }
  }

  private static boolean goesOn(Cell first, @Nullable Cell next) {
    return next != null
        && isSimple(next)
        && next.modifier() == first.modifier()
        && Objects.equals(next.fg(), first.fg())
        && Objects.equals(next.bg(), first.bg());
  }

  private static void run(int x, String text, Cell look, JsonGenerator out) {
    out.writeStartObject();
    out.writeNumberProperty("x", x);
    out.writeStringProperty("text", text);
    if (!isSimple(look)) {
      out.writeBooleanProperty("one", true);
    }
    color("fg", look.fg(), out);
    color("bg", look.bg(), out);
    for (Modifier modifier : Modifier.values()) {
      if (modifier.in(look.modifier())) {
        out.writeBooleanProperty(modifier.name().toLowerCase(Locale.ROOT), true);
      }
    }
    out.writeEndObject();
  }

  private static void color(String name, @Nullable Color color, JsonGenerator out) {
    if (color != null) {
      out.writeStringProperty(name, String.format(Locale.ROOT, "#%06x", color.rgb()));
    }
  }

  private static boolean isBlank(Cell cell) {
    return cell.bg() == null && cell.modifier() == 0 && symbol(cell).equals(" ");
  }

  private static boolean isSimple(Cell cell) {
    String symbol = symbol(cell);
    return symbol.length() == 1 && symbol.charAt(0) < 0x3000;
  }

  /** What a cell shows; control characters of a plugin are not for showing. */
  private static String symbol(Cell cell) {
    String symbol = cell.symbol();
    if (symbol.isEmpty()) {
      return " ";
    }
    return symbol.length() > 32 || symbol.chars().anyMatch(Character::isISOControl)
        ? "\uFFFD"
        : symbol;
  }
}
