package io.polyplug.terminal;

import io.polyplug.base.Clock;
import java.io.IOException;
import java.util.Optional;

/**
 * The screens of plugins in the terminal of this process.
 *
 * <p>Reserved by the terminal app, and never sent to a plugin: Ctrl+C, which quits; {@code ?},
 * which opens the menu, and {@code H}, which shows the list of screens, unless the plugin captures
 * text; and Insert, which always opens the menu, since the contract has no word for it. While a
 * plugin does not run or does not answer, {@code q} and Esc leave its screen, and {@code r} asks
 * again for one that failed. Everything else belongs to the plugin: next and previous screen, the
 * log and the rest are reached through the menu.
 *
 * <p>While it runs nothing else may write to the terminal, standard error included.
 *
 * <p>{@link #run()} uses the calling thread until the user leaves; the terminal is given back as it
 * was found, also when the process is ended by a signal. The host stays open and belongs to the
 * caller.
 */
public final class TerminalApp {
  private final ScreenHost host;
  private final Optional<Screen> first;

  /** An app that begins with the list of screens. */
  public TerminalApp(ScreenHost host) {
    this(host, Optional.empty());
  }

  /** An app that begins with this screen, or with the list if there is none. */
  public TerminalApp(ScreenHost host, Optional<Screen> first) {
    this.host = host;
    this.first = first;
  }

  /**
   * Runs until the user leaves; gives the exit code, which is 0.
   *
   * @throws IOException if this process has no terminal
   */
  public int run() throws IOException {
    try (TerminalGuard guard = TerminalGuard.take()) {
      new TerminalLoop(guard, host, Clock.system()).run(first);
    }
    return 0;
  }
}
