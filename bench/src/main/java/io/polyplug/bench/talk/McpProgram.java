package io.polyplug.bench.talk;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An MCP server that is started as a program, and its tool that gives a text back.
 *
 * @param variables set besides what the program sees anyway
 * @param tool what the tool is called there
 */
public record McpProgram(
    Path program, List<String> arguments, Map<String, String> variables, String tool) {
  /** The native child itself. */
  public static McpProgram echo(Path program) {
    return new McpProgram(program, List.of(Protocol.MCP.mode()), Map.of(), "echo");
  }
}
