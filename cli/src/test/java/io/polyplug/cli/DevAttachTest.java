package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import io.polyplug.process.ProgramLookup;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Plugins that wait for a debugger: real ones are attached, and no deadline ends the waiting. */
class DevAttachTest extends DevStage {
  private static final String WAITING = ": waiting for a debugger on 127.0.0.1:";

  private static int port(Program dev) throws InterruptedException {
    String line = dev.awaitLine(it -> it.contains(WAITING));
    return Integer.parseInt(line.substring(line.indexOf(WAITING) + WAITING.length()));
  }

  private String rune(String id, String... words) {
    return """
    [[plugin]]
    contract = "rune"
    id = "%s"
    command = "%s"
    args = [%s]
    env = { PATH = { from_env = "PATH" } }
    capabilities = ["tool.execute"]
    handshake_timeout = "100ms"
    """
        .formatted(
            id,
            words[0],
            String.join(
                ", ",
                List.of(words).subList(1, words.length).stream()
                    .map(it -> '"' + it + '"')
                    .toList()));
  }

  @Test
  void noDeadlineEndsAPluginThatIsLookedAt() throws Exception {
    Path pipe = pipe();
    write(
        "slow.sh",
        """
        #!/bin/sh
        read -r hello
        read -r go <"%s"
        echo '{"type":"handshake","manifest":{"plugin_id":"slow","plugin_version":"1.0.0","protocol_version":"rterm.plugin.v1","exposed_tools":["x"],"capabilities":["tool.execute"]}}'
        """
            .formatted(pipe));
    assertThat(plug.resolve("slow.sh").toFile().setExecutable(true)).isTrue();
    write("polyplug.toml", rune("slow", "./slow.sh"));
    Program attached = dev("--attach");
    attached.awaitLine(line -> line.contains("slow: no debugger is waited for, since "));
    attached.awaitLine(line -> line.contains("-> handshake"));
    CommandRun impatient = run("call", "slow", "x", "--config", "plug/polyplug.toml");
    assertThat(impatient.err()).as("the same with its deadlines").contains("timeout");
    Files.writeString(pipe, "go\n");
    awaitReady(attached, 1);
  }

  @Test
  void pythonWaitsUnderItsDebuggerWhereThereIsOne() throws Exception {
    Files.createDirectory(plug.resolve("debugpy"));
    write("debugpy/__init__.py", "");
    write(
        "debugpy/__main__.py",
        """
        import runpy, socket, sys

        listen, address, wait, script = sys.argv[1:]
        assert (listen, wait) == ("--listen", "--wait-for-client"), sys.argv
        host, port = address.split(":")
        with socket.create_server((host, int(port))) as server:
            print("listening", file=sys.stderr, flush=True)
            server.accept()
        sys.argv = [script]
        runpy.run_path(script, run_name="__main__")
        """);
    Program dev = dev("--attach");
    int port = port(dev);
    dev.awaitLine(line -> line.contains("listening"));
    try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      awaitReady(dev, 1);
    }
  }

  @Test
  void withoutADebuggerForItsPythonThatIsSaidAndItRunsWithoutDeadlines() throws Exception {
    Process look = new ProcessBuilder("python3", "-c", "import debugpy").start();
    assumeTrue(look.waitFor() != 0, "debugpy is installed");
    Program dev = dev("--attach");
    assertThat(dev.awaitLine(line -> line.contains("debugger is waited for")))
        .contains("probe: no debugger is waited for, since its python has no debugpy");
    awaitReady(dev, 1);
  }

  @Test
  void aDebuggerOfNodeAttaches() throws Exception {
    assumeTrue(ProgramLookup.ofHost().has("node"), "node is not installed");
    Files.copy(ROOT.resolve("sdk/node/polyplug-sdk.mjs"), plug.resolve("polyplug-sdk.mjs"));
    write(
        "plugin.mjs",
        """
        import { plugin } from "./polyplug-sdk.mjs";
        plugin("slow", { version: "1.0.0", title: "Slow", description: "Waits." })
          .tool("which", { description: "Tells.", input: { type: "object" } }, () => ({ version: "node" }))
          .serve();
        """);
    write("polyplug.toml", rune("slow", "node", "plugin.mjs"));
    Program dev = dev("--attach");
    int port = port(dev);
    dev.awaitLine(line -> line.contains("Debugger listening on ws://"));
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      String list =
          client
              .send(
                  HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list"))
                      .build(),
                  BodyHandlers.ofString())
              .body();
      String address =
          JsonParts.members(JsonParts.elements(Json.parse(list)).getFirst())
              .get("webSocketDebuggerUrl")
              .stringValue();
      WebSocket socket =
          client
              .newWebSocketBuilder()
              .buildAsync(URI.create(address), new WebSocket.Listener() {})
              .get(60, TimeUnit.SECONDS);
      socket.sendText("{\"id\":1,\"method\":\"Runtime.runIfWaitingForDebugger\"}", true).get();
      dev.awaitLine(line -> line.contains("<- handshake"));
      // Node ends only after its debugger.
      socket.abort();
    }
    assertThat(awaitReady(dev, 1)).endsWith("which (unary)");
  }

  @Test
  void aDebuggerOfJavaAttaches() throws Exception {
    write(
        "Slow.java",
        """
        void main() throws Exception {
          IO.readln();
          IO.println(
              "{\\"type\\":\\"handshake\\",\\"manifest\\":{\\"plugin_id\\":\\"slow\\",\\"plugin_version\\":\\"1.0.0\\","
                  + "\\"protocol_version\\":\\"rterm.plugin.v1\\",\\"exposed_tools\\":[\\"which\\"],\\"capabilities\\":[\\"tool.execute\\"]}}");
        }
        """);
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    write("polyplug.toml", rune("slow", java.toString(), "Slow.java"));
    Program dev = dev("--attach");
    int port = port(dev);
    dev.awaitLine(line -> line.contains("Picked up JAVA_TOOL_OPTIONS"));
    VirtualMachine machine = attach(port);
    machine.resume();
    machine.dispose();
    assertThat(awaitReady(dev, 1)).endsWith("which (unary)");
  }

  /** The port is open a moment after the variable was read, and nobody tells: looks until it is. */
  private static VirtualMachine attach(int port) throws Exception {
    AttachingConnector sockets =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(it -> it.name().equals("com.sun.jdi.SocketAttach"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> arguments = sockets.defaultArguments();
    arguments.get("hostname").setValue("127.0.0.1");
    arguments.get("port").setValue(Integer.toString(port));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      try {
        return sockets.attach(arguments);
      } catch (ConnectException early) {
        assertThat(System.nanoTime()).as("an open port " + port).isLessThan(end);
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  @Test
  void ctrlCEndsAPluginThatStandsStill() throws Exception {
    assumeTrue(ProgramLookup.ofHost().has("node"), "node is not installed");
    write("plugin.mjs", "");
    write("polyplug.toml", binding("probe", "").replace("python3", "node").replace(".py", ".mjs"));
    Program dev = dev("--attach");
    port(dev);
    dev.awaitLine(line -> line.contains("Debugger listening on ws://"));
    List<ProcessHandle> children = ProcessHandle.of(dev.pid()).orElseThrow().descendants().toList();
    dev.signal("INT");
    assertThat(dev.awaitExit()).isEqualTo(130);
    for (ProcessHandle child : children) {
      awaitGone(child);
    }
  }
}
