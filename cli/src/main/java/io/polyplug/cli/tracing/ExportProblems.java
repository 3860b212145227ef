package io.polyplug.cli.tracing;

import io.polyplug.base.UntrustedText;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What OpenTelemetry's library complains about, in one sentence and once, instead of in its own
 * many words for every attempt. Safe from any thread; closing it hears nothing more.
 */
final class ExportProblems extends Handler {
  private static final int LONGEST = 300;

  /** Causes may go round in circles. */
  private static final int DEEPEST = 16;

  /** Held, since loggers that nobody holds forget their handlers. */
  private final Logger logger = Logger.getLogger("io.opentelemetry");

  private final Consumer<String> say;
  private final AtomicBoolean said = new AtomicBoolean();

  private ExportProblems(Consumer<String> say) {
    this.say = say;
  }

  static ExportProblems tellTo(Consumer<String> say) {
    ExportProblems problems = new ExportProblems(say);
    problems.logger.setUseParentHandlers(false);
    problems.logger.addHandler(problems);
    return problems;
  }

  @Override
  public void publish(LogRecord entry) {
    if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
      Throwable cause = entry.getThrown();
      tell(
          cause == null
              ? String.valueOf(entry.getMessage())
              : entry.getMessage() + " (" + essence(cause) + ")");
    }
  }

  /** Without those that only wrap another one, and without names of packages. */
  private static String essence(Throwable thrown) {
    Throwable at = thrown;
    for (int depth = 0; depth < DEEPEST && wraps(at); depth++) {
      at = at.getCause();
    }
    String kind = at.getClass().getSimpleName();
    return at.getMessage() == null ? kind : kind + ": " + at.getMessage();
  }

  private static boolean wraps(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return cause != null && cause.toString().equals(thrown.getMessage());
  }

  /** Says it, unless something was said before. */
  void tell(String why) {
    if (said.compareAndSet(false, true)) {
      say.accept("spans are not exported: " + UntrustedText.excerpt(why, LONGEST));
    }
  }

  @Override
  public void flush() {
    // Nothing waits.
  }

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
