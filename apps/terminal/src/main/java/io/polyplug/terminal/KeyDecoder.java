package io.polyplug.terminal;

import io.polyplug.ainb.protocol.KeyCode;
import io.polyplug.ainb.protocol.KeyEvent;
import java.util.function.Consumer;

/**
 * Turns the bytes of a terminal in raw mode into what the user did. A sequence that nobody knows is
 * dropped whole. Bytes may be cut anywhere; when {@link #isOpen()} and nothing follows for a
 * moment, {@link #settle()} says so. Holds a bounded number of bytes. One thread.
 */
final class KeyDecoder {
  /** No key has more parameters; what is longer is skipped to its end. */
  private static final int LONGEST = 64;

  private enum State {
    GROUND,
    ESCAPE,
    CSI,
    LINUX,
    SS3,
    /** A title, a colour or another answer: text until the string terminator. */
    STRING,
    STRING_ESCAPE
  }

  private final Consumer<Input> out;
  private final Utf8Decoder utf8 = new Utf8Decoder();
  private final StringBuilder parameters = new StringBuilder();
  private State state = State.GROUND;
  private char opener;
  private int mods;
  private boolean pasting;
  private int lastPasted;

  KeyDecoder(Consumer<Input> out) {
    this.out = out;
  }

  /** Takes the next bytes. */
  void feed(byte[] bytes, int offset, int count) {
    for (int i = offset; i < offset + count; i++) {
      take(bytes[i] & 0xFF);
    }
  }

  /** Whether what came so far could be one thing or another. */
  boolean isOpen() {
    return state != State.GROUND;
  }

  /** Whether what comes is text that the user pastes. */
  boolean isPasting() {
    return pasting;
  }

  /** The end of a paste got lost: keys are keys again. */
  void endPaste() {
    pasting = false;
  }

  /** Nothing followed: a lone ESC was the Esc key, and a cut sequence is none. */
  void settle() {
    State was = state;
    state = State.GROUND;
    switch (was) {
      case GROUND -> {}
      case ESCAPE -> key(KeyCode.Named.ESC, 0);
      case CSI, SS3, STRING -> {
        if (parameters.isEmpty()) {
          character(opener, KeyEvent.ALT);
        }
      }
      case LINUX, STRING_ESCAPE -> {}
    }
  }

  private void take(int octet) {
    switch (state) {
      case GROUND -> ground(octet);
      case ESCAPE -> escape(octet);
      case CSI -> csi(octet);
      case LINUX -> {
        state = State.GROUND;
        KeySequences.linux((char) octet).ifPresent(this::emit);
      }
      case SS3 -> {
        state = State.GROUND;
        KeySequences.ss3((char) octet).ifPresent(this::emit);
      }
      case STRING -> string(octet);
      case STRING_ESCAPE -> {
        state = State.GROUND;
        if (octet != '\\') {
          escape(octet);
        }
      }
    }
  }

  private void ground(int octet) {
    if (utf8.isOpen() && !Utf8Decoder.continues(octet)) {
      utf8.forget();
      mods = 0;
    }
    if (octet == 0x1B) {
      state = State.ESCAPE;
      return;
    }
    int codePoint = utf8.isOpen() ? utf8.next(octet) : utf8.first(octet);
    if (codePoint >= 0) {
      character(codePoint, mods);
    }
    if (codePoint != Utf8Decoder.MORE) {
      mods = 0;
    }
  }

  private void escape(int octet) {
    opener = (char) octet;
    parameters.setLength(0);
    switch (octet) {
      case 0x1B -> {
        key(KeyCode.Named.ESC, 0);
        state = State.ESCAPE;
      }
      case '[' -> state = State.CSI;
      case 'O' -> state = State.SS3;
      case ']', 'P', 'X', '^', '_' -> state = State.STRING;
      default -> {
        state = State.GROUND;
        mods = KeyEvent.ALT;
        ground(octet);
      }
    }
  }

  private void csi(int octet) {
    if (octet == '[' && parameters.isEmpty()) {
      state = State.LINUX;
    } else if (octet == 0x1B) {
      state = State.ESCAPE;
    } else if (octet >= 0x20 && octet < 0x40) {
      if (parameters.length() <= LONGEST) {
        parameters.append((char) octet);
      }
    } else {
      state = State.GROUND;
      if (octet >= 0x40 && octet < 0x7F && parameters.length() <= LONGEST) {
        sequence(parameters.toString(), (char) octet);
      }
    }
  }

  private void sequence(String text, char last) {
    if (last == '~' && text.equals(String.valueOf(KeySequences.PASTE_BEGINS))) {
      pasting = true;
      lastPasted = 0;
    } else if (last == '~' && text.equals(String.valueOf(KeySequences.PASTE_ENDS))) {
      pasting = false;
    } else {
      KeySequences.csi(text, last).ifPresent(this::emit);
    }
  }

  private void string(int octet) {
    if (octet == 0x1B) {
      state = State.STRING_ESCAPE;
    } else if (octet == 0x07) {
      state = State.GROUND;
    } else if (parameters.isEmpty()) {
      // Only whether there was any text matters, not which.
      parameters.append((char) octet);
    }
  }

  private void key(KeyCode code, int with) {
    emit(new Input.Key(KeyEvent.press(code, with)));
  }

  private void character(int codePoint, int with) {
    if (!pasting) {
      out.accept(new Input.Key(CharKeys.of(codePoint, with)));
      return;
    }
    boolean halfOfLineEnd = codePoint == '\n' && lastPasted == '\r';
    lastPasted = codePoint;
    if (CharKeys.isText(codePoint) && !halfOfLineEnd) {
      out.accept(new Input.Pasted(CharKeys.pasted(codePoint)));
    }
  }

  /** Within a paste only text counts: a sequence in it is not something that the user did. */
  private void emit(Input input) {
    if (!pasting) {
      out.accept(input);
    }
  }
}
