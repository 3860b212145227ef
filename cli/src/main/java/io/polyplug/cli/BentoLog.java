package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.FlightRecorder;
import io.polyplug.monorepo.MonorepoLog;
import io.polyplug.monorepo.run.LiveView;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the orchestrator and its plugins write to: standard error, and standard output only for
 * what a plugin passes on from there while it is nobody's data. Safe from any thread.
 */
final class BentoLog implements MonorepoLog {
  private final Printer printer;
  private final boolean verbose;
  private final Optional<FlightRecorder> recorder;
  private volatile @Nullable LiveView view;
  private volatile boolean stopping;

  BentoLog(Printer printer, boolean verbose, Optional<FlightRecorder> recorder) {
    this.printer = printer;
    this.recorder = recorder;
    this.verbose = verbose;
  }

  /** From now on, or no longer, there is a picture that lines have to stay clear of. */
  void besides(@Nullable LiveView shown) {
    view = shown;
  }

  /** Everything is being ended: what is said now is of no more interest, and nobody's failure. */
  void stopping() {
    stopping = true;
    LiveView shown = view;
    if (shown != null) {
      shown.stopping();
    }
  }

  @Override
  public Optional<FlightRecorder> recorder() {
    return recorder;
  }

  @Override
  public void line(Level level, String source, String text) {
    if (stopping || level.compareTo(verbose ? Level.DEBUG : Level.INFO) < 0) {
      return;
    }
    String line =
        level.name().toLowerCase(Locale.ROOT)
            + ": "
            + (source.isEmpty() ? "" : UntrustedText.escape(source) + ": ")
            + UntrustedText.escape(text);
    clear(
        () ->
            printer.aside(
                level == Level.WARN || level == Level.ERROR
                    ? printer.red(line)
                    : printer.dim(line)),
        true);
  }

  @Override
  public void output(boolean stdout, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    clear(
        () -> {
          if (stdout && !printer.wantsJson()) {
            printer.bytes(bytes);
          } else {
            printer.bytesAside(bytes);
          }
        },
        text.endsWith("\n"));
  }

  private void clear(Runnable write, boolean endsLine) {
    LiveView shown = view;
    if (shown == null) {
      synchronized (this) {
        write.run();
      }
    } else {
      shown.above(write, endsLine);
    }
  }
}
