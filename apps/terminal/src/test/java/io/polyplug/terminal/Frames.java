package io.polyplug.terminal;

import io.polyplug.ainb.protocol.Cell;
import io.polyplug.ainb.protocol.Color;
import io.polyplug.ainb.protocol.WireBuffer;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.List;

/** Buffers and messages for tests. */
final class Frames {
  private Frames() {}

  static WireBuffer buffer(int width, int height, Cell... cells) {
    return new WireBuffer(width, height, List.of(cells));
  }

  /** A buffer with these lines, one code point to a cell. */
  static WireBuffer lines(int width, int height, String... lines) {
    List<Cell> cells = new ArrayList<>();
    for (int y = 0; y < lines.length; y++) {
      int[] codePoints = lines[y].codePoints().toArray();
      int x = 0;
      for (int codePoint : codePoints) {
        String symbol = Character.toString(codePoint);
        cells.add(new Cell(x, y, symbol));
        x += Glyph.of(symbol).width();
      }
    }
    return new WireBuffer(width, height, cells);
  }

  static Cell colored(int x, int y, String symbol, int fg) {
    return new Cell(x, y, symbol, Color.of(fg), null, 0);
  }

  static Json frame(WireBuffer buffer, boolean capturesText) {
    return Json.object(
        out -> {
          out.writeStringProperty("type", "frame");
          out.writeName("buffer");
          buffer.writeTo(out);
          out.writeBooleanProperty("captures_text", capturesText);
        });
  }

  static Json wedged(String reason) {
    return Json.object(
        out -> {
          out.writeStringProperty("type", "wedged");
          out.writeStringProperty("reason", reason);
        });
  }

  static final Json CLOSE_REQUEST = Json.parse("{\"type\":\"close_request\"}");
}
