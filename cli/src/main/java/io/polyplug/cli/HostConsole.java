package io.polyplug.cli;

import io.polyplug.bab.DelegateLog;
import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostEvent;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is shown on standard error while a host stays: what plugins write, no faster than can be
 * read, and all that happens if the user wants to see much. Plugins may write before the host is
 * made. Safe from any thread; closing it tells what was left out.
 */
final class HostConsole implements AutoCloseable {
  private static final int MOST_HELD = 1_000;

  private final Printer printer;
  private final boolean verbose;
  private final LogRate rate;
  private volatile @Nullable PluginHost host;
  private volatile @Nullable DelegateLog log;
  private @Nullable List<Line> held;

  private record Line(HostEvent.Level level, String plugin, String text) {}

  HostConsole(Printer printer, boolean verbose) {
    this.printer = printer;
    this.verbose = verbose;
    this.rate = new LogRate(Clock.system(), this::leftOut);
  }

  /** Shows nothing until the host is known: only then is it clear how. */
  synchronized HostConsole holding() {
    held = new ArrayList<>();
    return this;
  }

  void of(PluginHost made) {
    of(made, null);
  }

  /** From now on all of it is lines of that log, if there is one. */
  void of(PluginHost made, @Nullable DelegateLog shape) {
    host = made;
    log = shape;
    release();
  }

  private void release() {
    List<Line> before;
    synchronized (this) {
      before = held == null ? List.of() : held;
      held = null;
    }
    before.forEach(this::show);
  }

  void hear(HostEvent event) {
    if (event instanceof HostEvent.LogLine line) {
      if (rate.takes(line.plugin(), line.text().length())) {
        tell(new Line(line.level(), line.plugin(), line.text()));
      }
    } else if (log != null && isTrouble(event)) {
      tell(new Line(HostEvent.Level.WARN, event.plugin(), CommonOptions.text(event)));
    } else if (verbose) {
      if (log == null) {
        CommonOptions.show(event, printer);
      } else if (!(event instanceof HostEvent.FrameSeen)) {
        // What goes over the wire, prompts and all, is nothing to be kept in files.
        tell(new Line(HostEvent.Level.INFO, event.plugin(), CommonOptions.text(event)));
      }
    }
  }

  private static boolean isTrouble(HostEvent event) {
    return event instanceof HostEvent.StateChanged change && change.reason().isPresent();
  }

  /** Something that is about no plugin in particular, in our words. */
  void problem(String sentence) {
    tell(new Line(HostEvent.Level.WARN, "", sentence));
  }

  private void leftOut(String plugin, long count) {
    tell(
        new Line(
            HostEvent.Level.WARN,
            plugin,
            count
                + (count == 1 ? " line" : " lines")
                + " of its log left out; it writes more than "
                + LogRate.PER_SECOND
                + " a second"));
  }

  private void tell(Line line) {
    synchronized (this) {
      if (held != null) {
        if (held.size() < MOST_HELD) {
          held.add(line);
        }
        return;
      }
    }
    show(line);
  }

  private void show(Line line) {
    Optional<Plugin> plugin = plugin(line.plugin());
    DelegateLog shape = log;
    if (shape != null) {
      boolean unknown = plugin.isEmpty() && !line.plugin().isEmpty();
      String text = unknown ? line.plugin() + ": " + line.text() : line.text();
      shape.write(line.level(), plugin, text);
    } else {
      printer.aside(UntrustedText.escape(who(line, plugin) + ": " + line.text()));
    }
  }

  private String who(Line line, Optional<Plugin> plugin) {
    PluginHost made = host;
    return line.plugin().isEmpty()
        ? "polyplug"
        : made == null ? line.plugin() : plugin.map(made::nameOf).orElse(line.plugin());
  }

  private Optional<Plugin> plugin(String key) {
    PluginHost made = host;
    return made == null
        ? Optional.empty()
        : made.plugins().stream().filter(it -> it.info().key().equals(key)).findFirst();
  }

  @Override
  public void close() {
    release();
    rate.tellAll();
  }
}
