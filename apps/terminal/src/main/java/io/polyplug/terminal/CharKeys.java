package io.polyplug.terminal;

import io.polyplug.ainb.protocol.KeyCode;
import io.polyplug.ainb.protocol.KeyEvent;

/** The keys that terminals send as one character. */
final class CharKeys {
  private CharKeys() {}

  /** The key for a code point, control characters included; more mods may be added. */
  static KeyEvent of(int codePoint, int mods) {
    return switch (codePoint) {
      case '\r' -> KeyEvent.press(KeyCode.Named.ENTER, mods);
      case '\t' -> KeyEvent.press(KeyCode.Named.TAB, mods);
      case 0x1B -> KeyEvent.press(KeyCode.Named.ESC, mods);
      case 0x7F -> KeyEvent.press(KeyCode.Named.BACKSPACE, mods);
      case 0 -> character(' ', mods | KeyEvent.CTRL);
      default -> {
        if (codePoint < 0x1B) {
          yield character(codePoint + 'a' - 1, mods | KeyEvent.CTRL);
        }
        if (codePoint < 0x20) {
          yield character(codePoint + '@', mods | KeyEvent.CTRL);
        }
        boolean shifted = Character.isUpperCase(codePoint);
        yield character(codePoint, shifted ? mods | KeyEvent.SHIFT : mods);
      }
    };
  }

  private static KeyEvent character(int codePoint, int mods) {
    return KeyEvent.press(new KeyCode.Char(codePoint), mods);
  }

  /** Whether a pasted code point is text; line ends and tabs are. */
  static boolean isText(int codePoint) {
    return codePoint == '\r'
        || codePoint == '\n'
        || codePoint == '\t'
        || !Character.isISOControl(codePoint);
  }

  /** The key for a pasted code point. */
  static KeyEvent pasted(int codePoint) {
    return of(codePoint == '\n' ? '\r' : codePoint, 0);
  }
}
