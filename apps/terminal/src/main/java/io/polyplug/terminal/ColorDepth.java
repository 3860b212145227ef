package io.polyplug.terminal;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How many colours a terminal shows, and the nearest one that it has. */
enum ColorDepth {
  NONE,
  SIXTEEN,
  INDEXED,
  TRUE;

  private static final int[] SIXTEEN_COLORS = {
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF
  };
  private static final int[] CUBE = {0, 95, 135, 175, 215, 255};

  /**
   * What a terminal can show, by its environment and by what its description says.
   *
   * @param maxColors of the terminal's description; null or negative if it says nothing
   */
  static ColorDepth of(UnaryOperator<@Nullable String> environment, @Nullable Integer maxColors) {
    String none = environment.apply("NO_COLOR");
    if (none != null && !none.isEmpty()) {
      return NONE;
    }
    String said = word(environment.apply("COLORTERM"));
    String type = word(environment.apply("TERM"));
    int colors = maxColors == null ? -1 : maxColors;
    if (said.equals("truecolor") || said.equals("24bit") || colors >= 1 << 24) {
      return TRUE;
    }
    if (type.endsWith("-direct")) {
      return TRUE;
    }
    if (colors >= 256 || type.contains("256color")) {
      return INDEXED;
    }
    return colors >= 8 || (colors < 0 && !type.isEmpty() && !type.equals("dumb")) ? SIXTEEN : NONE;
  }

  private static String word(@Nullable String value) {
    return value == null ? "" : value.toLowerCase(Locale.ROOT);
  }

  /** Appends the parameters that set a colour, each after a semicolon; nothing for our own. */
  void append(StringBuilder sgr, int rgb, boolean background) {
    if (rgb == Style.OWN) {
      return;
    }
    switch (this) {
      case NONE -> {}
      case SIXTEEN -> {
        int index = nearest(SIXTEEN_COLORS, rgb);
        int base = (index < 8 ? 30 : 90 - 8) + (background ? 10 : 0);
        sgr.append(';').append(base + index);
      }
      case INDEXED -> sgr.append(background ? ";48;5;" : ";38;5;").append(indexed(rgb));
      case TRUE ->
          sgr.append(background ? ";48;2;" : ";38;2;")
              .append(rgb >> 16 & 0xFF)
              .append(';')
              .append(rgb >> 8 & 0xFF)
              .append(';')
              .append(rgb & 0xFF);
    }
  }

  /**
   * The nearest of the cube and the greys; the first sixteen are left out, since users set them.
   */
  private static int indexed(int rgb) {
    int r = cubeStep(rgb >> 16 & 0xFF);
    int g = cubeStep(rgb >> 8 & 0xFF);
    int b = cubeStep(rgb & 0xFF);
    int cube = CUBE[r] << 16 | CUBE[g] << 8 | CUBE[b];
    int average = ((rgb >> 16 & 0xFF) + (rgb >> 8 & 0xFF) + (rgb & 0xFF)) / 3;
    int step = Math.clamp((average - 3) / 10, 0, 23);
    int level = 8 + 10 * step;
    int grey = level << 16 | level << 8 | level;
    return distance(grey, rgb) < distance(cube, rgb) ? 232 + step : 16 + 36 * r + 6 * g + b;
  }

  private static int cubeStep(int part) {
    return part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40;
  }

  private static int nearest(int[] colors, int rgb) {
    int best = 0;
    for (int i = 1; i < colors.length; i++) {
      if (distance(colors[i], rgb) < distance(colors[best], rgb)) {
        best = i;
      }
    }
    return best;
  }

  private static int distance(int one, int other) {
    int r = (one >> 16 & 0xFF) - (other >> 16 & 0xFF);
    int g = (one >> 8 & 0xFF) - (other >> 8 & 0xFF);
    int b = (one & 0xFF) - (other & 0xFF);
    return r * r + g * g + b * b;
  }
}
