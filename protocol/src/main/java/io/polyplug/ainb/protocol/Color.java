package io.polyplug.ainb.protocol;

import tools.jackson.core.JsonGenerator;

/** A colour of a cell; each part from 0 to 255 (6.1). */
public record Color(int r, int g, int b) {
  public Color {
    if (((r | g | b) & ~0xFF) != 0) {
      throw new IllegalArgumentException("a part of a colour is outside 0 to 255");
    }
  }

  /** The colour with these 24 bits, red first. */
  public static Color of(int rgb) {
    return new Color(rgb >> 16 & 0xFF, rgb >> 8 & 0xFF, rgb & 0xFF);
  }

  /** The colour as 24 bits, red first. */
  public int rgb() {
    return r << 16 | g << 8 | b;
  }

  void writeTo(JsonGenerator out) {
    out.writeStartObject();
    out.writeNumberProperty("r", r);
    out.writeNumberProperty("g", g);
    out.writeNumberProperty("b", b);
    out.writeEndObject();
  }
}
