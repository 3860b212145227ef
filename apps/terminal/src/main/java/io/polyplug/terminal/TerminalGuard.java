package io.polyplug.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.ControlChar;
import org.jline.terminal.Attributes.InputFlag;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.ShutdownHooks;
import org.jspecify.annotations.Nullable;

/**
 * The terminal while it is ours, and what makes sure that it is given back as it was found: on
 * {@link #close()}, and when the JVM ends for any reason that it can see. Writing is safe from any
 * thread and does nothing once the terminal is given back.
 */
final class TerminalGuard implements AutoCloseable {
  // Alternate screen; no cursor; no wrapping; mouse buttons and drags in SGR form; marked pastes.
  private static final String ENTER =
      "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?1000h\u001b[?1002h\u001b[?1006h\u001b[?2004h";
  private static final String LEAVE =
      "\u001b[0m\u001b[?2026l\u001b[?2004l\u001b[?1006l\u001b[?1002l\u001b[?1000l\u001b[?7h"
          + "\u001b[?25h\u001b[?1049l";
  private static final long LONGEST_WAIT_MILLIS = 1000;

  private final ReentrantLock writing = new ReentrantLock();
  private final Terminal terminal;
  private final Attributes found;
  private final ShutdownHooks.Task hook;
  private volatile boolean entered;
  private volatile boolean closed;

  private TerminalGuard(Terminal terminal, ShutdownHooks.Task hook) {
    this.terminal = terminal;
    this.hook = hook;
    found = terminal.getAttributes();
  }

  /** Takes the terminal of this process; throws if there is none. */
  static TerminalGuard take() throws IOException {
    var guard = new AtomicReference<@Nullable TerminalGuard>();
    // Before the terminal is made: JLine ends what is registered in order, and its own end would
    // close the terminal that we still have to write to.
    ShutdownHooks.Task hook =
        ShutdownHooks.add(
            () -> {
              TerminalGuard taken = guard.get();
              if (taken != null) {
                taken.close();
              }
            });
    try {
      guard.set(new TerminalGuard(build(), hook));
      return Objects.requireNonNull(guard.get());
    } catch (IOException | IllegalStateException none) {
      ShutdownHooks.remove(hook);
      throw new IOException(
          "Screens need a terminal, and standard input and output are not one.", none);
    }
  }

  private static Terminal build() throws IOException {
    return TerminalBuilder.builder()
        .system(true)
        .dumb(false)
        .encoding(StandardCharsets.UTF_8)
        .nativeSignals(true)
        .graphemeCluster(false)
        .build();
  }

  Terminal terminal() {
    return terminal;
  }

  /** Sets the modes, for the first time or again after the process was stopped and continued. */
  void enter() {
    Attributes raw = new Attributes(found);
    raw.setLocalFlag(LocalFlag.ICANON, false);
    raw.setLocalFlag(LocalFlag.ECHO, false);
    raw.setLocalFlag(LocalFlag.IEXTEN, false);
    // Ctrl+C and its like are keys here; what they are for is decided further up.
    raw.setLocalFlag(LocalFlag.ISIG, false);
    raw.setInputFlag(InputFlag.IXON, false);
    raw.setInputFlag(InputFlag.ICRNL, false);
    raw.setInputFlag(InputFlag.INLCR, false);
    raw.setControlChar(ControlChar.VMIN, 1);
    raw.setControlChar(ControlChar.VTIME, 0);
    writing.lock();
    try {
      if (!closed) {
        entered = true;
        terminal.setAttributes(raw);
        send(ENTER);
      }
    } finally {
      writing.unlock();
    }
  }

  void write(String text) {
    writing.lock();
    try {
      if (!closed && !text.isEmpty()) {
        send(text);
      }
    } finally {
      writing.unlock();
    }
  }

  private void send(String text) {
    try {
      terminal.output().write(text.getBytes(StandardCharsets.UTF_8));
      terminal.output().flush();
    } catch (IOException gone) {
      // Nobody is left to look at it; the end of the input ends the app.
    }
  }

  /** Gives the terminal back; harmless when done before. */
  @Override
  public void close() {
    // Whoever writes to a terminal that takes nothing more must not keep the process from ending.
    boolean locked = false;
    try {
      locked = writing.tryLock(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    try {
      giveBack();
    } finally {
      if (locked) {
        writing.unlock();
      }
    }
  }

  private void giveBack() {
    if (closed) {
      return;
    }
    closed = true;
    if (entered) {
      send(LEAVE);
      terminal.setAttributes(found);
    }
    try {
      terminal.close();
    } catch (IOException gone) {
      // It is closed then, too.
    }
    ShutdownHooks.remove(hook);
  }
}
