package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.HostView;
import io.polyplug.cli.running.Listing;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolQuery;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code polyplug tools PLUGIN}: what a plugin can do. */
final class ToolsCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Lists what a plugin can do. Starts it only if neither its manifest, nor the"
                + " configuration, nor an earlier answer tells.");
    spec.addPositional(CommonOptions.plugin("1"));
    spec.addOption(
        OptionSpec.builder("--fresh")
            .type(boolean.class)
            .arity("0")
            .description("Asks the plugin itself, whatever is known already.")
            .build());
    TargetOptions.addTo(spec);
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    Printer printer = around.printer();
    try (HostView view = Hosts.view(given, around)) {
      String name = given.argument(0).orElse("");
      Listing.Row plugin = view.plugin(name);
      ToolQuery query =
          new ToolQuery(
              given.text("--url"),
              TargetOptions.metadata(given),
              CommonOptions.timeout(given),
              given.has("--fresh"));
      List<ToolInfo> tools;
      try (Spinner _ = Spinner.start(printer, "asking " + plugin.id())) {
        tools = view.tools(name, query);
      }
      if (printer.wantsJson()) {
        printJson(plugin, tools, printer);
      } else if (tools.isEmpty()) {
        printer.aside(
            "polyplug: "
                + UntrustedText.escape(plugin.id())
                + (query.target().isEmpty()
                    ? " names no tools by itself; if it needs a target, give one with --url URL"
                    : " names no tools for this URL"));
      } else {
        printer.table(
            List.of("TOOL", "KIND", "DESCRIPTION"),
            tools.stream()
                .map(
                    tool ->
                        List.of(
                            UntrustedText.escape(tool.name()),
                            tool.kind().name().toLowerCase(Locale.ROOT),
                            UntrustedText.excerpt(tool.description(), 100)))
                .toList());
      }
    }
    return ExitCode.OK;
  }

  private static void printJson(Listing.Row plugin, List<ToolInfo> tools, Printer printer) {
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", true);
          out.writeStringProperty("plugin", plugin.id());
          out.writeStringProperty("contract", plugin.contract());
          out.writeArrayPropertyStart("tools");
          for (ToolInfo tool : tools) {
            out.writeStartObject();
            out.writeStringProperty("name", tool.name());
            out.writeStringProperty("description", tool.description());
            out.writeStringProperty("kind", tool.kind().name().toLowerCase(Locale.ROOT));
            out.writeName("inputSchema");
            tool.inputSchema().writeTo(out);
            tool.further()
                .ifPresent(
                    it -> {
                      out.writeName("further");
                      it.writeTo(out);
                    });
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }
}
