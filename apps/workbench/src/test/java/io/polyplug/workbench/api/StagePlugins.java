package io.polyplug.workbench.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** What a configuration says of the plugins that tests use, by short names. */
final class StagePlugins {
  static final Path EXAMPLES = Path.of("..", "..", "examples").toAbsolutePath().normalize();

  private StagePlugins() {}

  /** Its lines; what it needs is put into the folder. */
  static String toml(String name, Path folder) throws IOException {
    return switch (name) {
      case "clock", "chat" -> sidecar(EXAMPLES.resolve("bowire").resolve(name));
      case "shell" ->
          tool("example.clock", EXAMPLES.resolve("rune/clock.sh").toString(), "", "clock.now");
      case "wordcount" -> tool("example.wordcount", "python3", "wordcount.py", "text.count");
      case "slug" -> tool("example.slug", "node", "slug.mjs", "text.slug");
      case "pulse", "graph" ->
          """
          [[plugin]]
          contract = "ainb"
          path = "%s"
          """
              .formatted(EXAMPLES.resolve("ainb").resolve(name));
      case "talker" -> {
        try (InputStream in = StagePlugins.class.getResourceAsStream("talker.py")) {
          Files.write(folder.resolve("talker.py"), Objects.requireNonNull(in).readAllBytes());
        }
        yield """
        [[plugin]]
        contract = "bowire"
        id = "talker"
        command = "python3"
        args = ["talker.py"]
        initialize_timeout = "60s"
        discover_timeout = "60s"
        """;
      }
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static String sidecar(Path folder) {
    return """
        [[plugin]]
        contract = "bowire"
        folder = "%s"
        initialize_timeout = "60s"
        """
        .formatted(folder);
  }

  private static String tool(String id, String command, String script, String tool) {
    String args = script.isEmpty() ? "" : "\"" + EXAMPLES.resolve("rune").resolve(script) + "\"";
    return """
        [[plugin]]
        contract = "rune"
        id = "%s"
        command = "%s"
        args = [%s]
        env = { LANG = "C.UTF-8", PATH = { from_env = "PATH" } }
        capabilities = ["tool.execute"]
        timeout = "60s"
        handshake_timeout = "60s"
        teardown_timeout = "5s"
        tools = ["%s"]
        """
        .formatted(id, command, args, tool);
  }
}
