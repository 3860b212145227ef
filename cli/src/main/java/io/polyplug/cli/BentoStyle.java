package io.polyplug.cli;

import io.polyplug.monorepo.run.ReportText;

/** Colours for a report, where there are any. */
record BentoStyle(Printer printer) implements ReportText.Style {
  @Override
  public String good(String text) {
    return printer.coloured("32", text);
  }

  @Override
  public String bad(String text) {
    return printer.coloured("31", text);
  }

  @Override
  public String quiet(String text) {
    return printer.coloured("2", text);
  }
}
