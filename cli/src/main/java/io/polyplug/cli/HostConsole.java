package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostEvent;
import io.polyplug.host.PluginHost;
import org.jspecify.annotations.Nullable;

/**
 * What is shown on standard error while a host stays: what plugins write, and all that happens if
 * the user wants to see much. Plugins may write before the host is made. Safe from any thread.
 */
final class HostConsole {
  private final Printer printer;
  private final boolean verbose;
  private volatile @Nullable PluginHost host;

  HostConsole(Printer printer, boolean verbose) {
    this.printer = printer;
    this.verbose = verbose;
  }

  void of(PluginHost made) {
    host = made;
  }

  void hear(HostEvent event) {
    if (event instanceof HostEvent.LogLine line) {
      printer.aside(UntrustedText.escape(id(line.plugin()) + ": " + line.text()));
    } else if (verbose) {
      CommonOptions.show(event, printer);
    }
  }

  private String id(String key) {
    PluginHost made = host;
    return made == null
        ? key
        : made.plugins().stream()
            .filter(plugin -> plugin.info().key().equals(key))
            .map(made::nameOf)
            .findFirst()
            .orElse(key);
  }
}
