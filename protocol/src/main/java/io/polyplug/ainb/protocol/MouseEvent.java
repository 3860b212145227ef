package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;

/**
 * Something that the mouse did on a screen (5.6).
 *
 * @param col from 0 to 65535, counted from the left of the screen's own area
 * @param row likewise, from its top
 * @param mods as in {@link KeyEvent}
 */
public record MouseEvent(MouseKind kind, int col, int row, int mods) {
  public MouseEvent {
    if (((col | row) & ~0xFFFF) != 0 || (mods & ~0xFF) != 0) {
      throw new IllegalArgumentException("a number of a mouse event is out of range");
    }
  }

  /** The object on the wire. */
  public Json toJson() {
    return Json.object(
        out -> {
          out.writeName("kind");
          kind.toJson().writeTo(out);
          out.writeNumberProperty("col", col);
          out.writeNumberProperty("row", row);
          out.writeNumberProperty("mods", mods);
        });
  }

  /** The event in this object; throws −32602 if it is none. */
  public static MouseEvent read(Json json) {
    Fields fields = Fields.of("mouse", json);
    Json kind =
        fields.json("kind").orElseThrow(() -> AinbErrors.invalidParams("kind: expected an object"));
    return new MouseEvent(
        MouseKind.read(kind),
        fields.whole("col", 0, 0xFFFF),
        fields.whole("row", 0, 0xFFFF),
        fields.whole("mods", 0, 0xFF, 0));
  }
}
