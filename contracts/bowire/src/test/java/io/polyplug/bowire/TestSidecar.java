package io.polyplug.bowire;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.bowire.protocol.Target;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.HostEvent;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginState;
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
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A sidecar of the test's own: {@code sidecar.py} with flags, bound by a configuration file under
 * the id {@code echo}, in a host that lasts.
 */
final class TestSidecar implements AutoCloseable {
  private final PluginHost host;
  private final BlockingQueue<HostEvent> heard;

  private TestSidecar(PluginHost host, BlockingQueue<HostEvent> heard) {
    this.host = host;
    this.heard = heard;
  }

  static TestSidecar with(Path folder, String... flags) throws IOException {
    return configured(folder, "", flags);
  }

  /** With further keys of the binding. */
  static TestSidecar configured(Path folder, String toml, String... flags) throws IOException {
    BlockingQueue<HostEvent> heard = new LinkedBlockingQueue<>();
    return new TestSidecar(builder(folder, toml, flags).listener(heard::add).build(), heard);
  }

  static HostBuilder builder(Path folder, String toml, String... flags) throws IOException {
    writeScript(folder);
    List<String> arguments = new ArrayList<>(List.of("'sidecar.py'"));
    for (String flag : flags) {
      arguments.add("'" + flag + "'");
    }
    Path file = folder.resolve("polyplug.toml");
    // Only a test of a limit may depend on how fast the machine is.
    Files.writeString(
        file,
        "[[plugin]]\ncontract = 'bowire'\nid = 'echo'\ncommand = 'python3'\nargs = ["
            + String.join(", ", arguments)
            + "]\n"
            + (toml.contains("initialize_timeout") ? "" : "initialize_timeout = '60s'\n")
            + "discover_timeout = '60s'\n"
            + (toml.contains("shutdown_timeout") ? "" : "shutdown_timeout = '60s'\n")
            + toml
            + "\n");
    return PluginHost.builder().contract(new BowireContract()).configFile(file);
  }

  static void writeScript(Path folder) throws IOException {
    assumeTrue(ProgramLookup.ofHost().has("python3"), "python3 is not installed");
    try (InputStream script = TestSidecar.class.getResourceAsStream("sidecar.py")) {
      Files.write(folder.resolve("sidecar.py"), Objects.requireNonNull(script).readAllBytes());
    }
  }

  Plugin plugin() {
    return host.plugin("echo");
  }

  BowireSidecar typed() {
    return plugin().as(BowireSidecar.class);
  }

  PluginHost host() {
    return host;
  }

  ToolResult call(String method, String input) {
    return plugin().tool("Echo/" + method).call(ToolCall.of(Json.parse(input)));
  }

  static Target target(String method) {
    return new Target("echo://demo", "Echo", method, false, Map.of());
  }

  /** Waits until the plugin enters the state and gives the event. */
  HostEvent.StateChanged awaitState(PluginState state) throws InterruptedException {
    return (HostEvent.StateChanged)
        await(it -> it instanceof HostEvent.StateChanged change && change.to() == state);
  }

  HostEvent.LogLine awaitLog(String part) throws InterruptedException {
    return (HostEvent.LogLine)
        await(it -> it instanceof HostEvent.LogLine line && line.text().contains(part));
  }

  private HostEvent await(Predicate<HostEvent> wanted) throws InterruptedException {
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
