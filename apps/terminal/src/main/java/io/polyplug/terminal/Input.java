package io.polyplug.terminal;

import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.MouseEvent;

/** What the user did, as the terminal told it. */
sealed interface Input {
  /** A key that was pressed. */
  record Key(KeyEvent event) implements Input {}

  /** A character of a pasted text: it is text, and never a command to the app. */
  record Pasted(KeyEvent event) implements Input {}

  /** The mouse; column and row are those of the whole terminal. */
  record Mouse(MouseEvent event) implements Input {}

  /** A key that the contract has no word for, so that it can be the app's own. */
  enum OwnKey implements Input {
    INSERT
  }
}
