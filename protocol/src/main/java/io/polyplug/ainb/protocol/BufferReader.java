package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads one buffer in a single pass over its text: a full screen has thousands of cells, and
 * thousands arrive in a second. One reader, one buffer, one thread.
 */
final class BufferReader {
  private static final int U8 = 0xFF;
  private static final int U16 = 0xFFFF;
  private static final String[] ASCII = new String[128];

  static {
    for (char ch = 0; ch < ASCII.length; ch++) {
      ASCII[ch] = String.valueOf(ch);
    }
  }

  private final JsonParser in;
  // Neighbours mostly share their colours: the last one is kept rather than made again.
  private Color lastColor = new Color(0, 0, 0);

  private BufferReader(JsonParser in) {
    this.in = in;
  }

  static WireBuffer read(Json json) {
    try (JsonParser parser = json.parser()) {
      parser.nextToken();
      return new BufferReader(parser).buffer();
    } catch (JacksonException malformed) {
      throw wrong("buffer", "numbers and text within their ranges");
    }
  }

  private static RpcException wrong(String what, String expected) {
    return AinbErrors.invalidParams(what + ": expected " + expected);
  }

  private void expect(JsonToken token, String what, String expected) {
    if (in.currentToken() != token) {
      throw wrong(what, expected);
    }
  }

  private int number(String what, int most) {
    expect(JsonToken.VALUE_NUMBER_INT, what, "a whole number");
    int value = in.getIntValue();
    if (value < 0 || value > most) {
      throw wrong(what, "a whole number from 0 to " + most);
    }
    return value;
  }

  private WireBuffer buffer() {
    expect(JsonToken.START_OBJECT, "buffer", "an object");
    int width = -1;
    int height = -1;
    List<Cell> cells = null;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      switch (name) {
        case "width" -> width = number("buffer.width", U16);
        case "height" -> height = number("buffer.height", U16);
        case "cells" -> cells = cells();
        default -> in.skipChildren();
      }
    }
    if (width < 0 || height < 0 || cells == null) {
      throw wrong("buffer", "width, height and cells");
    }
    return new WireBuffer(width, height, cells);
  }

  private List<Cell> cells() {
    var cells = new ArrayList<Cell>();
    expect(JsonToken.START_ARRAY, "buffer.cells", "an array");
    while (in.nextToken() != JsonToken.END_ARRAY) {
      expect(JsonToken.START_ARRAY, "buffer.cells", "pairs of coordinate and cell");
      in.nextToken();
      cells.add(pair());
      if (in.nextToken() != JsonToken.END_ARRAY) {
        throw wrong("buffer.cells", "pairs of coordinate and cell");
      }
    }
    return cells;
  }

  private Cell pair() {
    expect(JsonToken.START_OBJECT, "coordinate", "an object");
    int x = -1;
    int y = -1;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      switch (name) {
        case "x" -> x = number("x", U16);
        case "y" -> y = number("y", U16);
        default -> in.skipChildren();
      }
    }
    if (x < 0 || y < 0) {
      throw wrong("coordinate", "x and y");
    }
    in.nextToken();
    return cell(x, y);
  }

  private Cell cell(int x, int y) {
    expect(JsonToken.START_OBJECT, "cell", "an object");
    String symbol = null;
    Color fg = null;
    Color bg = null;
    int modifier = 0;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      boolean none = in.nextToken() == JsonToken.VALUE_NULL;
      switch (name) {
        case "symbol" -> symbol = symbol();
        case "fg" -> fg = none ? null : color();
        case "bg" -> bg = none ? null : color();
        case "modifier" -> modifier = none ? 0 : number("modifier", U16);
        default -> in.skipChildren();
      }
    }
    if (symbol == null) {
      throw wrong("cell", "a symbol");
    }
    return new Cell(x, y, symbol, fg, bg, modifier);
  }

  private String symbol() {
    expect(JsonToken.VALUE_STRING, "symbol", "a string");
    if (in.getStringLength() == 1) {
      char only = in.getStringCharacters()[in.getStringOffset()];
      if (only < ASCII.length) {
        return ASCII[only];
      }
    }
    return in.getString();
  }

  private Color color() {
    expect(JsonToken.START_OBJECT, "colour", "an object");
    int r = -1;
    int g = -1;
    int b = -1;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      switch (name) {
        case "r" -> r = number("r", U8);
        case "g" -> g = number("g", U8);
        case "b" -> b = number("b", U8);
        default -> in.skipChildren();
      }
    }
    return kept(r, g, b);
  }

  private Color kept(int r, int g, int b) {
    if (r < 0 || g < 0 || b < 0) {
      throw wrong("colour", "r, g and b");
    }
    if (lastColor.r() != r || lastColor.g() != g || lastColor.b() != b) {
      lastColor = new Color(r, g, b);
    }
    return lastColor;
  }
}
