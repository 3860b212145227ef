package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Shows, on a terminal only, that something goes on, if it goes on for longer than a moment. */
final class Spinner implements AutoCloseable {
  private static final String[] FRAMES = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
  private static final long FIRST_MILLIS = 400;
  private static final long NEXT_MILLIS = 80;

  private final CountDownLatch over;
  private final @Nullable Thread thread;

  private Spinner(CountDownLatch over, @Nullable Thread thread) {
    this.over = over;
    this.thread = thread;
  }

  static Spinner start(Printer printer, String text) {
    CountDownLatch over = new CountDownLatch(1);
    if (!printer.errIsTerminal() || printer.wantsJson()) {
      return new Spinner(over, null);
    }
    String safe = UntrustedText.escape(text);
    return new Spinner(over, Thread.ofPlatform().daemon().start(() -> spin(printer, safe, over)));
  }

  private static void spin(Printer printer, String text, CountDownLatch over) {
    try {
      if (over.await(FIRST_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
      int frame = 0;
      do {
        printer.progress(FRAMES[frame++ % FRAMES.length] + " " + text);
      } while (!over.await(NEXT_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    printer.progress("");
  }

  @Override
  public void close() {
    over.countDown();
    if (thread != null) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
