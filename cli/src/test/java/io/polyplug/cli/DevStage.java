package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** A plugin of MCP in a folder of its own, in Python, whose files a test changes while it runs. */
abstract class DevStage extends SidecarStage {
  static final Path ROOT = Path.of(System.getProperty("polyplug.root"));

  Path plug;

  @BeforeEach
  void writeAPlugin() throws IOException {
    plug = Files.createDirectory(folder.resolve("plug"));
    Files.copy(ROOT.resolve("sdk/python/polyplug_sdk.py"), plug.resolve("polyplug_sdk.py"));
    write("polyplug.toml", binding("probe", ""));
    write("plugin.py", program("one"));
  }

  static String binding(String id, String more) {
    return """
    [[plugin]]
    contract = "mcp"
    id = "%s"
    command = "python3"
    args = ["plugin.py"]
    %s
    """
        .formatted(id, more);
  }

  static String program(String version) {
    return """
    from polyplug_sdk import Plugin

    plugin = Plugin("probe", version="1.0.0", title="Probe", description="Tells its version.")


    @plugin.tool("which", description="Tells its version.")
    def which() -> dict:
        return {"version": "%1$s"}


    @plugin.tool("wait", description="Tells its version once somebody writes to the pipe.")
    def wait(pipe: str) -> dict:
        with open(pipe) as it:
            it.read()
        return {"version": "%1$s"}


    if __name__ == "__main__":
        plugin.serve()
    """
        .formatted(version);
  }

  Path write(String name, String text) throws IOException {
    return Files.writeString(plug.resolve(name), text);
  }

  Program dev(String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of("dev", "plug"));
    words.addAll(List.of(more));
    return start(words.toArray(String[]::new));
  }

  static String awaitReady(Program dev, int version) throws InterruptedException {
    return dev.awaitLine(line -> line.contains(": version " + version + " is ready: "));
  }

  /** What the version that takes new calls is called. */
  String which() {
    return which("probe");
  }

  String which(String plugin) {
    CommandRun run = run("call", plugin, "which");
    assertThat(run.exit()).as(run.err()).isZero();
    return Json.parse(run.out()).toString();
  }

  Path pipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  /** A call that is under way in the plugin when this returns. */
  Program waitingCall(Program dev, Path pipe) throws Exception {
    Program call =
        start("call", "probe", "wait", "{\"pipe\":\"%s\"}".formatted(pipe), "--timeout", "60s");
    dev.awaitLine(line -> line.contains("-> tools/call") && line.contains("\"wait\""));
    return call;
  }
}
