package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;
import java.util.Locale;

/** Which key it was: those of the table in 6.2 and no others. */
public sealed interface KeyCode {
  /** A character: exactly one Unicode scalar value, never half of a surrogate pair. */
  record Char(int codePoint) implements KeyCode {
    public Char {
      if (!Character.isValidCodePoint(codePoint) || isSurrogate(codePoint)) {
        throw new IllegalArgumentException("not a Unicode scalar value: " + codePoint);
      }
    }
  }

  /** A function key, from 1 to 24. */
  record Function(int number) implements KeyCode {
    public Function {
      if (number < 1 || number > 24) {
        throw new IllegalArgumentException("no function key has the number " + number);
      }
    }
  }

  /** A key that has a name of its own. */
  enum Named implements KeyCode {
    ENTER,
    TAB,
    BACK_TAB,
    ESC,
    BACKSPACE,
    DELETE,
    UP,
    DOWN,
    LEFT,
    RIGHT,
    HOME,
    END,
    PAGE_UP,
    PAGE_DOWN;

    /** The word on the wire. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The object on the wire. */
  default Json toJson() {
    return Json.object(
        out -> {
          switch (this) {
            case Char it -> {
              out.writeStringProperty("type", "char");
              out.writeStringProperty("ch", Character.toString(it.codePoint()));
            }
            case Function it -> {
              out.writeStringProperty("type", "f");
              out.writeNumberProperty("n", it.number());
            }
            case Named it -> out.writeStringProperty("type", it.word());
          }
        });
  }

  /** The key in this object; throws −32602 for anything that is not in the table. */
  static KeyCode read(Json json) {
    Fields fields = Fields.of("code", json);
    String type = fields.text("type");
    return switch (type) {
      case "char" -> character(fields.text("ch"));
      case "f" -> new Function(fields.whole("n", 1, 24));
      default ->
          Words.find(Named.values(), Named::word, type)
              .orElseThrow(() -> AinbErrors.invalidParams("type: not a key of this contract"));
    };
  }

  private static Char character(String text) {
    if (text.codePointCount(0, text.length()) != 1 || isSurrogate(text.codePointAt(0))) {
      throw AinbErrors.invalidParams("ch: expected exactly one character");
    }
    return new Char(text.codePointAt(0));
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}
