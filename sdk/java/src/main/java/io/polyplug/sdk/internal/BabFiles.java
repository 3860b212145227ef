package io.polyplug.sdk.internal;

import io.polyplug.wire.Json;
import java.util.List;
import java.util.stream.Collectors;

/** A plugin's tools as the roles of a delegate. JSON is YAML and TypeScript, too. */
record BabFiles(Declaration plugin, List<Word> command, String generated) {
  private static final String FIRST_ROLE = "default";

  /** On every PATH; the adapter names the program itself. */
  private static final String ANY_PROGRAM = "sh";

  private static final String HERE =
      "const here = decodeURIComponent(new URL(\".\", import.meta.url).pathname);\n";

  String manifest() {
    StringBuilder out = new StringBuilder("# ").append(generated).append('\n');
    out.append("id: ").append(Json.string(plugin.name())).append('\n');
    out.append("name: ").append(Json.string(plugin.title())).append('\n');
    out.append("version: ").append(Json.string(plugin.version())).append('\n');
    out.append("command: ").append(Json.string(program())).append('\n');
    out.append("roles:\n");
    List<Tool.Callable> tools = plugin.callable();
    if (plugin.callable(FIRST_ROLE) == null) {
      role(FIRST_ROLE, tools.getFirst(), out);
    }
    tools.forEach(tool -> role(tool.name(), tool, out));
    return out.toString();
  }

  private String program() {
    return command.getFirst().beside() ? ANY_PROGRAM : command.getFirst().text();
  }

  private static void role(String name, Tool.Callable tool, StringBuilder out) {
    out.append("  - name: ").append(Json.string(name)).append('\n');
    if (!tool.description().isEmpty()) {
      out.append("    description: ").append(Json.string(tool.description())).append('\n');
    }
    out.append("    args: {tool: ").append(Json.string(tool.name())).append("}\n");
  }

  String adapter() {
    boolean beside = command.stream().anyMatch(Word::beside);
    Word program = command.getFirst();
    String words =
        command.stream().skip(1).map(Word::inAdapter).collect(Collectors.joining(", ", "[", "]"));
    return """
        // %s
        %sconst words = %s;

        export default {
          buildCommand: (input) => ({ %sargs: [...words, "--tool", String(input.role.args.tool)], stdin: input.prompt }),
          parseResult(result) {
            if (result.exitCode !== 0) throw new Error(result.stderr.trim() || `ended with ${result.exitCode ?? result.signal}`);
            return { content: result.stdout, metadata: {} };
          },
        };
        """
        .formatted(
            generated,
            beside ? HERE : "",
            words,
            program.beside() ? "command: " + program.inAdapter() + ", " : "");
  }
}
