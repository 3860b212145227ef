package io.polyplug.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs an action once, on a thread of its own, when the result of a command is read by nobody any
 * more, even if there is nothing to write just then. Closed when the command needs it no more.
 */
final class ReaderWatch implements AutoCloseable {
  private static final long EVERY_MILLIS = 250;

  private final CountDownLatch over = new CountDownLatch(1);

  private ReaderWatch() {}

  static ReaderWatch start(Printer printer, Runnable onLeft) {
    ReaderWatch watch = new ReaderWatch();
    if (!printer.outIsTerminal()) {
      Thread.ofPlatform().daemon().name("polyplug-reader").start(() -> watch.look(printer, onLeft));
    }
    return watch;
  }

  private void look(Printer printer, Runnable onLeft) {
    try {
      while (!over.await(EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        if (printer.isUnread()) {
          onLeft.run();
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    over.countDown();
  }
}
