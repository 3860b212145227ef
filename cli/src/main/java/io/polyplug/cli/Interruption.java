package io.polyplug.cli;

import java.time.Duration;

/**
 * Sees to it that a command which a signal ends prints its one document all the same, and says
 * there that it was interrupted. From the signal on, the JVM ends the plugins while the command
 * still runs: what the command meets then is nobody's answer. Closed when the command is over.
 */
final class Interruption implements AutoCloseable {
  /** Whoever does not read must not keep the program from ending. */
  private static final Duration LONGEST_WRITE = Duration.ofSeconds(5);

  private final Thread hook;

  private Interruption(Thread hook) {
    this.hook = hook;
  }

  static Interruption toldBy(Printer printer) {
    Thread hook = Thread.ofPlatform().unstarted(() -> tell(printer));
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      tell(printer);
    }
    return new Interruption(hook);
  }

  private static void tell(Printer printer) {
    Thread writer = Thread.ofPlatform().daemon().start(printer::interrupted);
    try {
      boolean _ = writer.join(LONGEST_WRITE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the JVM is ending; seen before anything that the end brings about. */
  static boolean hasBegun() {
    Thread probe = Thread.ofPlatform().unstarted(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It runs already.
    }
  }
}
