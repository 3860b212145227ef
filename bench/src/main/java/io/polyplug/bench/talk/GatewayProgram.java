package io.polyplug.bench.talk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * {@code polyplug mcp serve} with a server as its one plugin, and a home of its own. May be started
 * many times; closing removes the folder, so those that were started end first.
 */
public record GatewayProgram(Path folder, McpProgram program) implements AutoCloseable {
  /** Writes the configuration. */
  public static GatewayProgram of(Path command, McpProgram behind) throws IOException {
    Path folder = Files.createTempDirectory("polyplug-bench");
    Path config = Files.writeString(folder.resolve("polyplug.toml"), behind.binding());
    return new GatewayProgram(
        folder,
        new McpProgram(
            command,
            List.of("mcp", "serve", "--config", config.toString()),
            Map.of("POLYPLUG_HOME", folder.toString()),
            McpHost.GATEWAY_TOOL,
            behind.argument()));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
