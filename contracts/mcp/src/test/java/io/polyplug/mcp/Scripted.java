package io.polyplug.mcp;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.host.HostBuilder;
import io.polyplug.host.HostEvent;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolResult;
import io.polyplug.process.ProgramLookup;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The server {@code server.py} with flags, bound under the id {@code it} in a host that lasts. */
final class Scripted implements AutoCloseable {
  private final PluginHost host;
  private final BlockingQueue<HostEvent> heard;

  private Scripted(PluginHost host, BlockingQueue<HostEvent> heard) {
    this.host = host;
    this.heard = heard;
  }

  static Scripted with(Path folder, String... flags) throws IOException {
    return with(folder, McpHooks.NONE, "", flags);
  }

  static Scripted with(Path folder, McpHooks hooks, String toml, String... flags)
      throws IOException {
    BlockingQueue<HostEvent> heard = new LinkedBlockingQueue<>();
    return new Scripted(builder(folder, hooks, toml, flags).listener(heard::add).build(), heard);
  }

  static HostBuilder builder(Path folder, McpHooks hooks, String toml, String... flags)
      throws IOException {
    assumeTrue(ProgramLookup.ofHost().has("python3"), "python3 is not installed");
    try (InputStream script = Scripted.class.getResourceAsStream("server.py")) {
      Files.write(folder.resolve("server.py"), Objects.requireNonNull(script).readAllBytes());
    }
    List<String> arguments = new ArrayList<>(List.of("'server.py'"));
    for (String flag : flags) {
      arguments.add("'" + flag + "'");
    }
    Path file = folder.resolve("polyplug.toml");
    // Only a test of a limit may depend on how fast the machine is.
    Files.writeString(
        file,
        "[[plugin]]\ncontract = 'mcp'\nid = 'it'\ncommand = 'python3'\nargs = ["
            + String.join(", ", arguments)
            + "]\n"
            + (toml.contains("probe_timeout") ? "" : "probe_timeout = '60s'\n")
            + (toml.contains("shutdown_timeout") ? "" : "shutdown_timeout = '60s'\n")
            + toml
            + "\n");
    return PluginHost.builder().contract(new McpContract(hooks)).configFile(file);
  }

  Plugin plugin() {
    return host.plugin("it");
  }

  PluginHost host() {
    return host;
  }

  McpServerClient client() {
    return plugin().as(McpServerClient.class);
  }

  ToolResult call(String tool, String input) {
    return plugin().tool(tool).call(ToolCall.of(Json.parse(input)));
  }

  HostEvent.LogLine awaitLog(String part) throws InterruptedException {
    return (HostEvent.LogLine)
        await(it -> it instanceof HostEvent.LogLine line && line.text().contains(part));
  }

  HostEvent await(Predicate<HostEvent> wanted) throws InterruptedException {
    while (true) {
      HostEvent event = heard.poll(60, TimeUnit.SECONDS);
      if (event == null) {
        throw new AssertionError("it did not happen");
      }
      if (wanted.test(event)) {
        return event;
      }
    }
  }

  @Override
  public void close() {
    host.close();
  }
}
