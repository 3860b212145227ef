package io.polyplug.terminal;

import io.polyplug.ainb.protocol.Modifier;

/** The escape sequence that sets a style, for terminals of one depth of colour. */
final class Sgr {
  static final String RESET = "\u001b[0m";

  private final ColorDepth depth;

  Sgr(ColorDepth depth) {
    this.depth = depth;
  }

  /** Goes from the style that is set to another one. */
  void append(StringBuilder out, Style from, Style to) {
    if (to.equals(Style.PLAIN)) {
      out.append(RESET);
      return;
    }
    StringBuilder parameters = new StringBuilder();
    // One by one styles cannot be unset in the same way everywhere; all together they can.
    parameters.append(from.equals(Style.PLAIN) ? "" : ";0");
    for (Modifier modifier : Modifier.values()) {
      if (to.is(modifier)) {
        parameters.append(';').append(number(modifier));
      }
    }
    depth.append(parameters, to.fg(), false);
    depth.append(parameters, to.bg(), true);
    if (!parameters.isEmpty()) {
      out.append("\u001b[").append(parameters, 1, parameters.length()).append('m');
    }
  }

  private static int number(Modifier modifier) {
    return switch (modifier) {
      case BOLD -> 1;
      case DIM -> 2;
      case ITALIC -> 3;
      case UNDERLINED -> 4;
      case REVERSED -> 7;
      case HIDDEN -> 8;
      case CROSSED_OUT -> 9;
    };
  }
}
