package io.polyplug.bench.talk;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An MCP server that is started as a program, and its tool that gives a text back.
 *
 * @param variables set besides what the program sees anyway
 * @param tool what the tool is called there
 * @param argument what the text is called there
 */
public record McpProgram(
    Path program,
    List<String> arguments,
    Map<String, String> variables,
    String tool,
    String argument) {
  /** The native child itself. */
  public static McpProgram echo(Path program) {
    return new McpProgram(program, List.of(Protocol.MCP.mode()), Map.of(), "echo", "text");
  }

  /** The published server of everything, in a folder of npm. */
  public static McpProgram everything(Path npm) {
    Path modules = npm.resolve("node_modules");
    Path script = modules.resolve("@modelcontextprotocol/server-everything/dist/index.js");
    return new McpProgram(
        modules.resolve("node/bin/node"),
        List.of(script.toString(), "stdio"),
        Map.of(),
        "echo",
        "message");
  }

  /** The table of a configuration that binds it. */
  String binding() {
    return """
        [[plugin]]
        contract = 'mcp'
        id = '%s'
        command = '%s'
        args = ['%s']
        """
        .formatted(McpHost.PLUGIN, program, String.join("', '", arguments));
  }

  /** The params of a call of about this size. */
  String params(int size) {
    String text = Protocol.MCP.text(size);
    return "{\"name\":\"" + tool + "\",\"arguments\":{\"" + argument + "\":\"" + text + "\"}}";
  }
}
