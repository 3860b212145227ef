package io.polyplug.sdk;

import io.polyplug.ainb.protocol.KeyCode;
import io.polyplug.ainb.protocol.KeyEvent;
import java.util.Locale;

/**
 * A key of the user's.
 *
 * @param type {@code char}, {@code f}, or the name of the key: {@code enter}, {@code tab}, {@code
 *     back_tab}, {@code esc}, {@code backspace}, {@code delete}, {@code up}, {@code down}, {@code
 *     left}, {@code right}, {@code home}, {@code end}, {@code page_up}, {@code page_down}
 * @param ch the character of a {@code char}, else empty
 * @param number of an {@code f}, else 0
 * @param mods the sum of 1 for shift, 2 for control, 4 for alt and 8 for super
 * @param kind {@code press}, {@code repeat} or {@code release}
 */
public record Key(String type, String ch, int number, int mods, String kind) {
  /** The character, or the type of a key that has none. */
  public String name() {
    return ch.isEmpty() ? type : ch;
  }

  /** Whether control was down. */
  public boolean ctrl() {
    return (mods & KeyEvent.CTRL) != 0;
  }

  /** Whether shift was down. */
  public boolean shift() {
    return (mods & KeyEvent.SHIFT) != 0;
  }

  /** Whether alt was down. */
  public boolean alt() {
    return (mods & KeyEvent.ALT) != 0;
  }

  /** The key as it came. */
  public static Key of(KeyEvent event) {
    String kind = event.kind().name().toLowerCase(Locale.ROOT);
    return switch (event.code()) {
      case KeyCode.Char it ->
          new Key("char", Character.toString(it.codePoint()), 0, event.mods(), kind);
      case KeyCode.Function it -> new Key("f", "", it.number(), event.mods(), kind);
      case KeyCode.Named it -> new Key(it.word(), "", 0, event.mods(), kind);
    };
  }
}
