package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;

/**
 * A key of the user's (6.2).
 *
 * @param mods the sum of {@link #SHIFT}, {@link #CTRL}, {@link #ALT} and {@link #SUPER}; 0 to 255
 */
public record KeyEvent(KeyCode code, int mods, KeyKind kind) {
  public static final int SHIFT = 1;
  public static final int CTRL = 2;
  public static final int ALT = 4;
  public static final int SUPER = 8;

  public KeyEvent {
    if ((mods & ~0xFF) != 0) {
      throw new IllegalArgumentException("mods are outside 0 to 255");
    }
  }

  /** A key pressed together with these. */
  public static KeyEvent press(KeyCode code, int mods) {
    return new KeyEvent(code, mods, KeyKind.PRESS);
  }

  /** The object on the wire. */
  public Json toJson() {
    return Json.object(
        out -> {
          out.writeName("code");
          code.toJson().writeTo(out);
          out.writeNumberProperty("mods", mods);
          out.writeStringProperty("kind", kind.word());
        });
  }

  /** The key in this object; throws −32602 if it is none. */
  public static KeyEvent read(Json json) {
    Fields fields = Fields.of("key", json);
    Json code =
        fields.json("code").orElseThrow(() -> AinbErrors.invalidParams("code: expected an object"));
    KeyKind kind =
        fields
            .optionalText("kind")
            .map(
                word ->
                    KeyKind.of(word)
                        .orElseThrow(
                            () ->
                                AinbErrors.invalidParams(
                                    "kind: expected press, repeat or release")))
            .orElse(KeyKind.PRESS);
    return new KeyEvent(KeyCode.read(code), fields.whole("mods", 0, 0xFF, 0), kind);
  }
}
