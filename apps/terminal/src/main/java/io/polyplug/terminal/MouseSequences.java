package io.polyplug.terminal;

import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.MouseEvent;
import io.polyplug.ainb.protocol.MouseKind;
import io.polyplug.ainb.protocol.MouseKind.Action;
import io.polyplug.ainb.protocol.MouseKind.Button;
import io.polyplug.ainb.protocol.MouseKind.Plain;
import java.util.Optional;

/** What terminals send for the mouse in mode 1006. Pure functions. */
final class MouseSequences {
  private static final int SHIFT = 4;
  private static final int ALT = 8;
  private static final int CTRL = 16;
  private static final int MOTION = 32;
  private static final int WHEEL = 64;
  private static final int FURTHER_BUTTONS = 128;

  private MouseSequences() {}

  /** The event of {@code ESC [ <} with these parameters; empty if it is none. */
  static Optional<Input> sgr(String parameters, char last) {
    int[] numbers = KeySequences.numbers(parameters);
    if (numbers == null || numbers.length != 3 || (last != 'M' && last != 'm')) {
      return Optional.empty();
    }
    int column = numbers[1] - 1;
    int row = numbers[2] - 1;
    if (column < 0 || row < 0 || column > 0xFFFF || row > 0xFFFF) {
      return Optional.empty();
    }
    int code = numbers[0];
    return kind(code, last == 'm')
        .map(kind -> new Input.Mouse(new MouseEvent(kind, column, row, mods(code))));
  }

  private static int mods(int code) {
    return ((code & SHIFT) != 0 ? KeyEvent.SHIFT : 0)
        | ((code & ALT) != 0 ? KeyEvent.ALT : 0)
        | ((code & CTRL) != 0 ? KeyEvent.CTRL : 0);
  }

  private static Optional<MouseKind> kind(int code, boolean released) {
    int button = code & 3;
    if (code >= FURTHER_BUTTONS) {
      return Optional.empty();
    }
    if ((code & WHEEL) != 0) {
      return Optional.of(
          switch (button) {
            case 0 -> Plain.SCROLL_UP;
            case 1 -> Plain.SCROLL_DOWN;
            case 2 -> Plain.SCROLL_LEFT;
            default -> Plain.SCROLL_RIGHT;
          });
    }
    if (button == 3) {
      return (code & MOTION) != 0 ? Optional.of(Plain.MOVED) : Optional.empty();
    }
    Button pressed = new Button[] {Button.LEFT, Button.MIDDLE, Button.RIGHT}[button];
    Action action = released ? Action.UP : (code & MOTION) != 0 ? Action.DRAG : Action.DOWN;
    return Optional.of(new MouseKind.Pressed(action, pressed));
  }
}
