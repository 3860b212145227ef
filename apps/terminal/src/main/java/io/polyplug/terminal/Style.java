package io.polyplug.terminal;

import io.polyplug.ainb.protocol.Cell;
import io.polyplug.ainb.protocol.Color;
import io.polyplug.ainb.protocol.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * How a cell looks. Immutable.
 *
 * @param fg 24 bits of colour, red first, or {@link #OWN}
 * @param bg likewise
 * @param modifier the bits of {@link Modifier}
 */
record Style(int fg, int bg, int modifier) {
  /** The terminal's own colour. */
  static final int OWN = -1;

  static final Style PLAIN = new Style(OWN, OWN, 0);
  static final Style BOLD = PLAIN.with(Modifier.BOLD);
  static final Style DIM = PLAIN.with(Modifier.DIM);
  static final Style REVERSED = PLAIN.with(Modifier.REVERSED);

  static Style of(Cell cell) {
    return cell.fg() == null && cell.bg() == null && cell.modifier() == 0
        ? PLAIN
        : new Style(rgb(cell.fg()), rgb(cell.bg()), cell.modifier());
  }

  private static int rgb(@Nullable Color color) {
    return color == null ? OWN : color.rgb();
  }

  Style with(Modifier added) {
    return new Style(fg, bg, modifier | added.bit());
  }

  boolean is(Modifier asked) {
    return asked.in(modifier);
  }
}
