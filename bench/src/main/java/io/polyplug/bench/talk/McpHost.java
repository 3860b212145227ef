package io.polyplug.bench.talk;

import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.mcp.McpContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A host with the native child as its one plugin, as users bind it. Closing ends the child. */
public record McpHost(PluginHost host) implements AutoCloseable {
  /** What the plugin is called. */
  static final String PLUGIN = "bench";

  /** The tool of the plugin as a gateway calls it. */
  static final String GATEWAY_TOOL = PLUGIN + "_echo";

  /** Nothing is started before the first call. */
  public static McpHost over(Path echo) throws IOException {
    Path file = Files.createTempFile("polyplug-bench", ".toml");
    try {
      Files.writeString(file, McpProgram.echo(echo).binding());
      return new McpHost(PluginHost.builder().contract(new McpContract()).configFile(file).build());
    } finally {
      Files.delete(file);
    }
  }

  Plugin plugin() {
    return host.plugin(PLUGIN);
  }

  @Override
  public void close() {
    host.close();
  }
}
