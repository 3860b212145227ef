package io.polyplug.cli;

import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code polyplug call PLUGIN TOOL [JSON]}: calls a tool and prints what it gives. */
final class CallCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Calls a tool of a plugin and prints its output.",
            "Exits with 0 if the plugin answered, 1 if it answered with an error, 3 if it failed.");
    spec.addPositional(positional("0", "PLUGIN", "Its id, or contract:id.").required(true).build());
    spec.addPositional(positional("1", "TOOL", "The tool's exact name.").required(true).build());
    spec.addPositional(
        positional("2", "INPUT", "JSON, or @file, or - for standard input; {} if left out.")
            .arity("0..1")
            .build());
    spec.addOption(
        OptionSpec.builder("--context")
            .paramLabel("NAME=VALUE")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .description("What the plugin is told about the caller, in its contract's names.")
            .build());
    return spec;
  }

  private static PositionalParamSpec.Builder positional(
      String index, String label, String description) {
    return PositionalParamSpec.builder()
        .index(index)
        .paramLabel(label)
        .type(String.class)
        .description(description);
  }

  @Override
  public int run(Given given, Surroundings around) {
    Printer printer = around.printer();
    Json input = new InputArgument(around).read(given.argument(2).orElse("{}"));
    ToolCall call = ToolCall.of(input);
    for (Map.Entry<String, String> entry : context(given).entrySet()) {
      call = call.withContext(entry.getKey(), entry.getValue());
    }
    if (CommonOptions.timeout(given).isPresent()) {
      call = call.withTimeout(CommonOptions.timeout(given).get());
    }
    try (PluginHost host = CommonOptions.host(given, around)) {
      Plugin plugin = host.plugin(given.argument(0).orElse(""));
      String tool = given.argument(1).orElse("");
      ToolResult result;
      try (Spinner _ = Spinner.start(printer, plugin.info().id() + " " + tool)) {
        result = plugin.tool(tool).call(call);
      }
      print(plugin, tool, result, printer);
      return result.ok() ? ExitCode.OK : ExitCode.PLUGIN_ERROR;
    }
  }

  private static Map<String, String> context(Given given) {
    Map<String, String> context = new TreeMap<>();
    for (String entry : given.<String>list("--context")) {
      int equals = entry.indexOf('=');
      if (equals <= 0) {
        throw new UsageProblem("--context: expected NAME=VALUE, found \"" + entry + "\"");
      }
      context.put(entry.substring(0, equals), entry.substring(equals + 1));
    }
    return context;
  }

  private static void print(Plugin plugin, String tool, ToolResult result, Printer printer) {
    if (!printer.wantsJson()) {
      // On a terminal for people; in a pipe exactly what the plugin wrote.
      printer.line(
          printer.outIsTerminal() ? PrettyJson.of(result.output()) : result.output().toString());
      return;
    }
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", result.ok());
          out.writeStringProperty("plugin", plugin.info().id());
          out.writeStringProperty("contract", plugin.info().contract());
          out.writeStringProperty("tool", tool);
          out.writeStringProperty("status", result.status());
          out.writeName("output");
          result.output().writeTo(out);
          out.writeName("metadata");
          out.writeStartObject();
          new TreeMap<>(result.metadata())
              .forEach(
                  (name, value) -> {
                    out.writeName(name);
                    value.writeTo(out);
                  });
          out.writeEndObject();
          out.writeNumberProperty("durationMs", result.duration().toMillis());
        });
  }
}
