package io.polyplug.workbench.api;

import io.polyplug.ainb.protocol.KeyCode;
import io.polyplug.ainb.protocol.KeyEvent;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Keys in the words of browsers as keys of the contract. Pure functions. */
final class BrowserKeys {
  private static final Map<String, KeyCode> NAMED =
      Map.ofEntries(
          Map.entry("Enter", KeyCode.Named.ENTER),
          Map.entry("Tab", KeyCode.Named.TAB),
          Map.entry("Escape", KeyCode.Named.ESC),
          Map.entry("Backspace", KeyCode.Named.BACKSPACE),
          Map.entry("Delete", KeyCode.Named.DELETE),
          Map.entry("ArrowUp", KeyCode.Named.UP),
          Map.entry("ArrowDown", KeyCode.Named.DOWN),
          Map.entry("ArrowLeft", KeyCode.Named.LEFT),
          Map.entry("ArrowRight", KeyCode.Named.RIGHT),
          Map.entry("Home", KeyCode.Named.HOME),
          Map.entry("End", KeyCode.Named.END),
          Map.entry("PageUp", KeyCode.Named.PAGE_UP),
          Map.entry("PageDown", KeyCode.Named.PAGE_DOWN));

  private static final Map<String, Integer> MODIFIERS =
      Map.of(
          "shift",
          KeyEvent.SHIFT,
          "ctrl",
          KeyEvent.CTRL,
          "alt",
          KeyEvent.ALT,
          "super",
          KeyEvent.SUPER);

  private BrowserKeys() {}

  /** The key; empty if the contract has no word for it. */
  static Optional<KeyEvent> read(String key, Collection<String> modifiers) {
    int mods =
        modifiers.stream().mapToInt(it -> MODIFIERS.getOrDefault(it, 0)).reduce(0, (a, b) -> a | b);
    if (key.equals("Tab") && (mods & KeyEvent.SHIFT) != 0) {
      return Optional.of(KeyEvent.press(KeyCode.Named.BACK_TAB, mods));
    }
    return code(key).map(it -> KeyEvent.press(it, mods));
  }

  private static Optional<KeyCode> code(String key) {
    KeyCode named = NAMED.get(key);
    if (named != null) {
      return Optional.of(named);
    }
    if (key.matches("F([1-9]|1[0-9]|2[0-4])")) {
      return Optional.of(new KeyCode.Function(Integer.parseInt(key.substring(1))));
    }
    boolean one = !key.isEmpty() && key.codePointCount(0, key.length()) == 1;
    return one && Character.getType(key.codePointAt(0)) != Character.SURROGATE
        ? Optional.of(new KeyCode.Char(key.codePointAt(0)))
        : Optional.empty();
  }
}
