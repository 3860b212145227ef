package io.polyplug.cli;

import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code polyplug mcp config}: what people paste into the configuration of their MCP client. */
final class McpConfigCommand implements Command {
  /** Clients that call the list of servers by another name than most. */
  private static final String VSCODE = "vscode";

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Prints what to paste into the configuration of an MCP client, so that it starts"
                + " polyplug mcp serve.",
            "The options --config, --plugin-dir and --only are passed on.");
    spec.addOption(
        OptionSpec.builder("--for")
            .paramLabel("CLIENT")
            .type(String.class)
            .description(
                "Whose configuration: "
                    + VSCODE
                    + "; without this the mcpServers that most clients read.")
            .build());
    spec.addOption(
        OptionSpec.builder("--http")
            .paramLabel("PORT")
            .type(Integer.class)
            .description("For a server that was started with --http PORT and a token of your own.")
            .build());
    spec.addOption(
        OptionSpec.builder("--only")
            .paramLabel("GLOB")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .description("Passed on to polyplug mcp serve.")
            .build());
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    Optional<String> client = given.text("--for");
    if (client.isPresent() && !client.get().equals(VSCODE)) {
      throw new UsageProblem("--for: expected " + VSCODE + ", or leave it out");
    }
    Integer port = given.command().matchedOptionValue("--http", (Integer) null);
    Json server = port == null ? program(given, around, client.isPresent()) : address(port);
    Json snippet =
        Json.object(
            out -> {
              out.writeObjectPropertyStart(client.isPresent() ? "servers" : "mcpServers");
              out.writeName("polyplug");
              server.writeTo(out);
              out.writeEndObject();
            });
    around.printer().line(PrettyJson.of(snippet));
    return ExitCode.OK;
  }

  private static Json program(Given given, Surroundings around, boolean typed) {
    List<String> arguments = new ArrayList<>(List.of(McpCommand.NAME, "serve"));
    for (String option : List.of("--config", "--plugin-dir")) {
      for (Path path : CommonOptions.paths(given, option, around)) {
        arguments.add(option);
        arguments.add(path.toAbsolutePath().normalize().toString());
      }
    }
    for (String glob : given.<String>list("--only")) {
      arguments.add("--only");
      arguments.add(glob);
    }
    return Json.object(
        out -> {
          if (typed) {
            out.writeStringProperty("type", "stdio");
          }
          out.writeStringProperty("command", around.home().resolve("bin/polyplug").toString());
          out.writeArrayPropertyStart("args");
          arguments.forEach(out::writeString);
          out.writeEndArray();
        });
  }

  private static Json address(int port) {
    return Json.object(
        out -> {
          out.writeStringProperty("type", "http");
          out.writeStringProperty("url", "http://127.0.0.1:" + port + "/mcp");
          out.writeObjectPropertyStart("headers");
          out.writeStringProperty(
              "Authorization", "Bearer ${" + McpServeCommand.TOKEN_VARIABLE + "}");
          out.writeEndObject();
        });
  }
}
