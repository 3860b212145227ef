package io.polyplug.cli;

import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug mcp}: all plugins to MCP clients. Does nothing without one of its commands. */
final class McpCommand implements Command {
  static final String NAME = "mcp";

  @Override
  public CommandSpec specification(String name) {
    return CommonOptions.command(
        name, "Offers the tools of all plugins to MCP clients, such as editors and agents.");
  }

  @Override
  public int run(Given given, Surroundings around) {
    throw new UsageProblem("Say what to do: polyplug mcp serve, or polyplug mcp config");
  }
}
