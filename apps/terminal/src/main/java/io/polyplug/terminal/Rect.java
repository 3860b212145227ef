package io.polyplug.terminal;

/** A part of the terminal's cells; {@code width} and {@code height} may be 0. */
record Rect(int x, int y, int width, int height) {
  boolean contains(int column, int row) {
    return column >= x && column < x + width && row >= y && row < y + height;
  }
}
