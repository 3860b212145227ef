package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.HostView;
import io.polyplug.cli.running.Listing;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.core.JsonGenerator;

/**
 * {@code polyplug list}: which plugins there are. Starts nothing, unless it is to tell of plugins
 * that no host runs how they are.
 */
final class ListCommand implements Command {
  /** What one cell may show of what plugins say of themselves; with JSON there is all of it. */
  static final int LONGEST_NAME = 80;

  private static final int LONGEST_VERSION = 40;
  static final int LONGEST_STATUS = 100;
  private static final int LONGEST_TAG = 60;

  @Override
  public CommandSpec specification(String name) {
    return CommonOptions.command(
        name,
        "Lists the plugins that can be used from here.",
        "With --verbose it says of each where it is from and how it is; if no host runs, long-lived"
            + " plugins are started to see.");
  }

  @Override
  public int run(Given given, Surroundings around) {
    boolean verbose = given.has("--verbose");
    Printer printer = around.printer();
    Listing listing;
    try (HostView view = Hosts.quietView(given, around)) {
      try (Spinner _ = Spinner.start(printer, "looking at the plugins")) {
        listing = view.list(verbose);
      }
    }
    if (printer.wantsJson()) {
      printJson(listing, verbose, printer);
    } else {
      printText(listing, verbose, printer);
    }
    return ExitCode.OK;
  }

  private static void printText(Listing listing, boolean verbose, Printer printer) {
    if (listing.plugins().isEmpty() && listing.unusable().isEmpty()) {
      printer.line(
          "No plugins here. Bind one in a polyplug.toml, install one with polyplug install, or try:"
              + " polyplug demo");
      return;
    }
    boolean tagged = listing.plugins().stream().anyMatch(row -> !row.tag().isEmpty());
    List<List<String>> rows = new ArrayList<>();
    List<List<String>> below = new ArrayList<>();
    for (Listing.Row row : listing.plugins()) {
      String status = row.status().replace('_', ' ');
      rows.add(
          cells(
              tagged,
              row.called(),
              row.contract(),
              row.version(),
              status,
              row.tag(),
              row.origin()));
      below.add(verbose ? PluginDetails.of(row) : List.of());
    }
    for (Listing.Unusable bad : listing.unusable()) {
      rows.add(cells(tagged, bad.name(), bad.contract(), "", "invalid", "", bad.origin()));
      // Not in its column, which would be as wide for all the others.
      below.add(
          List.of(
              "  "
                  + UntrustedText.excerpt(
                      bad.reason(), verbose ? PluginDetails.LONGEST : LONGEST_STATUS)));
    }
    List<String> headings = new ArrayList<>(List.of("PLUGIN", "CONTRACT", "VERSION", "STATUS"));
    if (tagged) {
      headings.add("TAG");
    }
    headings.add("FROM");
    List<String> lines = Table.of(headings, rows);
    printer.line(printer.bold(lines.getFirst()));
    for (int i = 0; i < rows.size(); i++) {
      printer.line(lines.get(i + 1));
      below.get(i).forEach(printer::line);
    }
  }

  private static List<String> cells(
      boolean tagged,
      String id,
      String contract,
      String version,
      String status,
      String tag,
      String origin) {
    List<String> cells = new ArrayList<>();
    cells.add(UntrustedText.excerpt(id, LONGEST_NAME));
    cells.add(UntrustedText.excerpt(contract, LONGEST_NAME));
    cells.add(version.isEmpty() ? "-" : UntrustedText.excerpt(version, LONGEST_VERSION));
    cells.add(UntrustedText.excerpt(status, LONGEST_STATUS));
    if (tagged) {
      cells.add(tag.isEmpty() ? "" : "[" + UntrustedText.excerpt(tag, LONGEST_TAG) + "]");
    }
    cells.add(UntrustedText.escape(origin));
    return cells;
  }

  private static void printJson(Listing listing, boolean verbose, Printer printer) {
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", true);
          write(listing, verbose, out);
        });
  }

  /** The member {@code plugins}: those that can be used, then those that cannot. */
  static void write(Listing listing, boolean verbose, JsonGenerator out) {
    out.writeArrayPropertyStart("plugins");
    for (Listing.Row row : listing.plugins()) {
      write(row, verbose, out);
    }
    for (Listing.Unusable bad : listing.unusable()) {
      out.writeStartObject();
      out.writeStringProperty("id", bad.name());
      out.writeStringProperty("contract", bad.contract());
      out.writeStringProperty("status", "invalid");
      out.writeStringProperty("reason", bad.reason());
      out.writeStringProperty("origin", bad.origin());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  static void write(Listing.Row row, boolean verbose, JsonGenerator out) {
    out.writeStartObject();
    out.writeStringProperty("id", row.id());
    out.writeStringProperty("called", row.called());
    out.writeStringProperty("contract", row.contract());
    out.writeStringProperty("name", row.name());
    out.writeStringProperty("version", row.version());
    out.writeStringProperty("description", row.description());
    out.writeStringProperty("status", row.status());
    out.writeStringProperty("origin", row.origin());
    if (!row.reason().isEmpty()) {
      out.writeStringProperty("reason", row.reason());
    }
    if (!row.tag().isEmpty()) {
      out.writeStringProperty("tag", row.tag());
    }
    if (verbose) {
      row.source()
          .ifPresent(
              note -> {
                out.writeStringProperty("source", note.source());
                out.writeStringProperty("digest", note.digest());
              });
      row.pid().ifPresent(pid -> out.writeNumberProperty("pid", pid));
      row.since().ifPresent(since -> out.writeStringProperty("runningSince", since.toString()));
      if (row.lasting()) {
        out.writeNumberProperty("restarts", row.restarts());
      }
    }
    out.writeEndObject();
  }
}
