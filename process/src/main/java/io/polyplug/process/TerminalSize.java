package io.polyplug.process;

import io.polyplug.process.internal.Platform;
import java.util.Optional;

/** How large the terminal is that a stream of this process is connected to. */
public record TerminalSize(int rows, int columns) {
  /** Of standard error, as it is now; empty if it is no terminal, or where that cannot be told. */
  public static Optional<TerminalSize> ofStandardError() {
    return Platform.terminalSize(2);
  }
}
