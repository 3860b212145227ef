package io.polyplug.rune;

import io.polyplug.process.ChildInput;
import java.io.IOException;

/**
 * Writes lines to a plugin without ever holding up the caller: what does not fit into the pipe at
 * once is written by a thread of its own, which ends when the pipe is closed.
 *
 * <p>Used by one caller thread, one line after another. A plugin that is gone or has closed its
 * input is no error here: what it wrote, or that it wrote nothing, decides.
 */
final class StdinWriter {
  private final ChildInput stdin;
  private Thread behind = Thread.currentThread();
  private boolean started;

  StdinWriter(ChildInput stdin) {
    this.stdin = stdin;
  }

  /** Sends the line; false if it is known already that nobody reads. */
  boolean write(byte[] line) {
    try {
      int written = started ? 0 : stdin.offer(line, 0, line.length);
      if (written < line.length) {
        writeBehind(line, written);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void writeBehind(byte[] line, int from) {
    Thread before = behind;
    boolean wait = started;
    started = true;
    behind =
        Thread.ofPlatform()
            .daemon()
            .name("polyplug-rune-stdin")
            .start(
                () -> {
                  try {
                    if (wait) {
                      before.join();
                    }
                    stdin.write(line, from, line.length - from);
                  } catch (IOException | InterruptedException e) {
                    // Closed or gone: the reader sees what follows from that.
                  }
                });
  }
}
