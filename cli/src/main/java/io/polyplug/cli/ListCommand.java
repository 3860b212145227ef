package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Discovered;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug list}: which plugins there are. Starts nothing. */
final class ListCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    return CommonOptions.command(name, "Lists the plugins that can be used from here.");
  }

  @Override
  public int run(Given given, Surroundings around) {
    try (PluginHost host = CommonOptions.host(given, around)) {
      if (around.printer().wantsJson()) {
        printJson(host, around.printer());
      } else {
        printText(host, around.printer());
      }
    }
    return ExitCode.OK;
  }

  private static void printText(PluginHost host, Printer printer) {
    if (host.plugins().isEmpty() && host.invalid().isEmpty()) {
      printer.line("No plugins here. Bind one in a polyplug.toml, or try: polyplug demo");
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (Plugin plugin : host.plugins()) {
      PluginInfo info = plugin.info();
      rows.add(
          List.of(
              UntrustedText.escape(info.id()),
              info.contract(),
              info.version().isEmpty() ? "-" : UntrustedText.escape(info.version()),
              plugin.trusted() ? "ready" : "not trusted",
              UntrustedText.escape(info.origin().toString())));
    }
    for (Discovered.Invalid invalid : host.invalid()) {
      rows.add(
          List.of(
              UntrustedText.escape(String.valueOf(invalid.folder().getFileName())),
              invalid.contract(),
              "-",
              "invalid: " + UntrustedText.escape(invalid.reason()),
              UntrustedText.escape(invalid.folder().toString())));
    }
    printer.table(List.of("PLUGIN", "CONTRACT", "VERSION", "STATUS", "FROM"), rows);
  }

  private static void printJson(PluginHost host, Printer printer) {
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", true);
          out.writeArrayPropertyStart("plugins");
          for (Plugin plugin : host.plugins()) {
            PluginInfo info = plugin.info();
            out.writeStartObject();
            out.writeStringProperty("id", info.id());
            out.writeStringProperty("contract", info.contract());
            out.writeStringProperty("name", info.name());
            out.writeStringProperty("version", info.version());
            out.writeStringProperty("description", info.description());
            out.writeStringProperty("status", plugin.trusted() ? "ready" : "not_trusted");
            out.writeStringProperty("origin", info.origin().toString());
            out.writeEndObject();
          }
          for (Discovered.Invalid invalid : host.invalid()) {
            out.writeStartObject();
            out.writeStringProperty("id", String.valueOf(invalid.folder().getFileName()));
            out.writeStringProperty("contract", invalid.contract());
            out.writeStringProperty("status", "invalid");
            out.writeStringProperty("reason", invalid.reason());
            out.writeStringProperty("origin", invalid.folder().toString());
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }
}
