package io.polyplug.terminal;

import io.polyplug.ainb.protocol.KeyCode;
import io.polyplug.ainb.protocol.KeyCode.Named;
import io.polyplug.ainb.protocol.KeyEvent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the escape sequences of xterm and its descendants mean. Pure functions. */
final class KeySequences {
  static final int PASTE_BEGINS = 200;
  static final int PASTE_ENDS = 201;

  private static final int[] FUNCTION_KEYS = {
    11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34
  };

  private KeySequences() {}

  /** The key of {@code ESC O} and one more character; empty if it is none that we know. */
  static Optional<Input> ss3(char last) {
    return last == 'M' ? key(Named.ENTER, 0) : letter(last, 0);
  }

  /** The key of the Linux console's {@code ESC [ [} and one more character. */
  static Optional<Input> linux(char last) {
    return last >= 'A' && last <= 'E'
        ? key(new KeyCode.Function(last - 'A' + 1), 0)
        : Optional.empty();
  }

  /** The key of {@code ESC [}, parameters and a last character. */
  static Optional<Input> csi(String parameters, char last) {
    if (parameters.startsWith("<")) {
      return MouseSequences.sgr(parameters.substring(1), last);
    }
    int[] numbers = numbers(parameters);
    if (numbers == null) {
      return Optional.empty();
    }
    int mods = mods(numbers.length > 1 ? numbers[1] : 1);
    int first = numbers.length > 0 ? numbers[0] : 1;
    return switch (last) {
      case '~' ->
          first == 27 && numbers.length == 3 ? unicode(numbers[2], mods) : tilde(first, mods);
      case 'u' -> unicode(first, mods);
      case 'Z' -> key(Named.BACK_TAB, 0);
      // With another first number these letters are reports, not keys.
      default -> first <= 1 ? letter(last, mods) : Optional.empty();
    };
  }

  private static Optional<Input> letter(char last, int mods) {
    return switch (last) {
      case 'A' -> key(Named.UP, mods);
      case 'B' -> key(Named.DOWN, mods);
      case 'C' -> key(Named.RIGHT, mods);
      case 'D' -> key(Named.LEFT, mods);
      case 'H' -> key(Named.HOME, mods);
      case 'F' -> key(Named.END, mods);
      case 'P', 'Q', 'R', 'S' -> key(new KeyCode.Function(last - 'P' + 1), mods);
      default -> Optional.empty();
    };
  }

  private static Optional<Input> tilde(int number, int mods) {
    return switch (number) {
      case 1, 7 -> key(Named.HOME, mods);
      case 2 -> Optional.of(Input.OwnKey.INSERT);
      case 3 -> key(Named.DELETE, mods);
      case 4, 8 -> key(Named.END, mods);
      case 5 -> key(Named.PAGE_UP, mods);
      case 6 -> key(Named.PAGE_DOWN, mods);
      default -> function(number, mods);
    };
  }

  private static Optional<Input> function(int number, int mods) {
    for (int i = 0; i < FUNCTION_KEYS.length; i++) {
      if (FUNCTION_KEYS[i] == number) {
        return key(new KeyCode.Function(i + 1), mods);
      }
    }
    return Optional.empty();
  }

  private static Optional<Input> unicode(int codePoint, int mods) {
    boolean known =
        Character.isValidCodePoint(codePoint)
            && Character.getType(codePoint) != Character.SURROGATE
            && Character.getType(codePoint) != Character.PRIVATE_USE;
    if (codePoint == '\t' && (mods & KeyEvent.SHIFT) != 0) {
      return key(Named.BACK_TAB, mods & ~KeyEvent.SHIFT);
    }
    return known ? Optional.of(new Input.Key(CharKeys.of(codePoint, mods))) : Optional.empty();
  }

  private static Optional<Input> key(KeyCode code, int mods) {
    return Optional.of(new Input.Key(KeyEvent.press(code, mods)));
  }

  /** Terminals send one more than the sum of shift 1, alt 2, ctrl 4 and super 8. */
  private static int mods(int sent) {
    int bits = sent - 1;
    return (bits & 1) * KeyEvent.SHIFT
        | (bits >> 1 & 1) * KeyEvent.ALT
        | (bits >> 2 & 1) * KeyEvent.CTRL
        | (bits >> 3 & 1) * KeyEvent.SUPER;
  }

  /** The numbers between semicolons, 1 where one is left out; null if there is anything else. */
  static int @Nullable [] numbers(String parameters) {
    if (parameters.isEmpty()) {
      return new int[0];
    }
    String[] parts = parameters.split(";", -1);
    int[] numbers = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      if (parts[i].length() > 7 || !parts[i].chars().allMatch(ch -> ch >= '0' && ch <= '9')) {
        return null;
      }
      numbers[i] = parts[i].isEmpty() ? 1 : Integer.parseInt(parts[i]);
    }
    return numbers;
  }
}
