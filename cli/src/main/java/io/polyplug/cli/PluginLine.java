package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.Listing;

/** How one plugin is, after something was done to it. */
final class PluginLine {
  private PluginLine() {}

  static int print(Listing.Row row, Printer printer) {
    if (printer.wantsJson()) {
      printer.document(
          out -> {
            out.writeBooleanProperty("ok", true);
            out.writeName("plugin");
            ListCommand.write(row, true, out);
          });
    } else {
      printer.line(
          UntrustedText.escape(
              row.called()
                  + ": "
                  + row.status().replace('_', ' ')
                  + (row.reason().isEmpty() ? "" : ": " + row.reason())));
    }
    return ExitCode.OK;
  }
}
