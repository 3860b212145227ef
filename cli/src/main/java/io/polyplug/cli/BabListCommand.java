package io.polyplug.cli;

import io.polyplug.bab.DelegateList;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.PluginHost;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug bab list}: all delegates, and which of them can be used. */
final class BabListCommand implements Command {
  private static final int LONGEST = 200;

  @Override
  public CommandSpec specification(String name) {
    return CommonOptions.command(
        name,
        "Lists delegates with where they came from and whether they can be used. Loads each, with"
            + " its adapter.");
  }

  @Override
  public int run(Given given, Surroundings around) throws InterruptedException {
    Printer printer = around.printer();
    try (PluginHost host = CommonOptions.host(given, around)) {
      DelegateList all = DelegateList.of(host);
      if (printer.wantsJson()) {
        printer.document(
            out -> {
              out.writeBooleanProperty("ok", true);
              out.writeName("plugins");
              all.toJson().writeTo(out);
            });
        return ExitCode.OK;
      }
      List<List<String>> rows =
          all.rows().stream()
              .map(
                  row ->
                      row.cells().stream()
                          .map(cell -> UntrustedText.excerpt(cell, LONGEST))
                          .toList())
              .toList();
      List<String> lines = Table.of(DelegateList.COLUMNS, rows);
      int width = lines.stream().mapToInt(String::length).max().orElse(0);
      printer.line(printer.bold(lines.getFirst()));
      printer.line("-".repeat(width));
      lines.subList(1, lines.size()).forEach(printer::line);
    }
    return ExitCode.OK;
  }
}
