package io.polyplug.cli;

import io.polyplug.install.Progress;
import java.util.Locale;

/** Shows on a terminal, and nowhere else, how many bytes there are. */
final class ProgressBar implements Progress, AutoCloseable {
  private static final int WIDTH = 30;
  private static final long BETWEEN_NANOS = 80_000_000;

  private final Printer printer;
  private final boolean shown;
  private long last = System.nanoTime();
  private boolean dirty;

  ProgressBar(Printer printer) {
    this.printer = printer;
    this.shown = printer.errIsTerminal() && !printer.wantsJson();
  }

  @Override
  public synchronized void at(String what, long done, long all) {
    long now = System.nanoTime();
    if (!shown || now - last < BETWEEN_NANOS) {
      return;
    }
    last = now;
    dirty = true;
    printer.progress(line(what, done, all));
  }

  static String line(String what, long done, long all) {
    if (all <= 0) {
      return "%-10s %s".formatted(what, megabytes(done));
    }
    int filled = (int) Math.min(WIDTH, done * WIDTH / all);
    return "%-10s [%s%s] %s of %s"
        .formatted(
            what, "#".repeat(filled), " ".repeat(WIDTH - filled), megabytes(done), megabytes(all));
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }

  /** Clears the line, so that a question or a result begins on an empty one. */
  synchronized void clear() {
    if (dirty) {
      printer.progress("");
      dirty = false;
    }
  }

  @Override
  public void close() {
    clear();
  }
}
