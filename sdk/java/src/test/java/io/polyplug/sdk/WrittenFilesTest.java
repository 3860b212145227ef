package io.polyplug.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.AinbContract;
import io.polyplug.bento.BentoContract;
import io.polyplug.bowire.BowireContract;
import io.polyplug.host.Contract;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolStream;
import io.polyplug.mcp.McpContract;
import io.polyplug.rune.RuneContract;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a plugin writes for a contract is what a host of that contract runs. */
class WrittenFilesTest {
  private static final JsonMapper JSON = JsonMapper.shared();

  @TempDir private Path root;

  /** How writing ended: its code and what it said. */
  private record Ended(int code, String said) {}

  private static Ended write(String contract, Path folder)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(JavaCommand.of(SamplePlugin.class));
    command.addAll(List.of("--write", contract, folder.toString(), "--command"));
    command.addAll(JavaCommand.of(SamplePlugin.class));
    Process process = new ProcessBuilder(command).start();
    process.getOutputStream().close();
    String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), said);
  }

  private PluginHost written(String id, Contract contract) throws Exception {
    assertThat(write(id, root.resolve("sample"))).isEqualTo(new Ended(0, ""));
    return PluginHost.builder().contract(contract).pluginsFrom(root).build();
  }

  private static JsonNode echo() {
    return JSON.readTree("{\"text\":\"ab\",\"times\":2}");
  }

  @Test
  void runeCallsIt() throws Exception {
    assertThat(write("rune", root)).isEqualTo(new Ended(0, ""));
    assertThat(new RuneContract().recognise(root)).isPresent();
    Path config = root.resolve("polyplug.toml");
    Files.writeString(config, RuneBinding.of(root.resolve("rterm-plugin.json")));
    try (PluginHost host =
        PluginHost.builder().contract(new RuneContract()).configFile(config).build()) {
      JsonNode answer = host.plugin("sample").tool("echo").call(echo());
      assertThat(answer).isEqualTo(JSON.readTree("{\"text\":\"abab\",\"length\":4}"));
    }
  }

  @Test
  void bowireCallsItAndReadsItsStream() throws Exception {
    try (PluginHost host = written("bowire", new BowireContract())) {
      JsonNode answer = host.plugin("sample").tool("sample/echo").call(echo());
      assertThat(answer.get("text").stringValue()).isEqualTo("abab");
      List<Integer> numbers = new ArrayList<>();
      try (ToolStream counted =
          host.plugin("sample").tool("sample/count").stream(JSON.readTree("{\"to\":3}"))) {
        counted.forEach(it -> numbers.add(it.get("n").intValue()));
      }
      assertThat(numbers).containsExactly(1, 2, 3);
    }
  }

  @Test
  void ainbRunsItsCommandsAndPaintsItsScreen() throws Exception {
    try (PluginHost host = written("ainb", new AinbContract())) {
      Json argv = Json.parse("{\"argv\":[\"echo\",\"{\\\"text\\\":\\\"ab\\\"}\"]}");
      assertThat(
              host.plugin("sample").tool("cli/sample").call(ToolCall.of(argv)).output().toString())
          .contains("\"exit_code\":0");
      Json viewport = Json.parse("{\"width\":12,\"height\":3}");
      assertThat(
              host.plugin("sample")
                  .tool("render/board")
                  .call(ToolCall.of(viewport))
                  .output()
                  .toString())
          .contains("\"symbol\":\"B\"");
    }
  }

  @Test
  void bentoAsksIt() throws Exception {
    assertThat(write("bento", root)).isEqualTo(new Ended(0, ""));
    try (PluginHost host =
        PluginHost.builder().contract(new BentoContract()).pluginsFrom(root).build()) {
      Path dish = Files.createDirectory(root.resolve("dish"));
      Files.createFile(dish.resolve("sample.toml"));
      Json dir = Json.object(out -> out.writeStringProperty("dir", dish.toString()));
      assertThat(host.plugin("sample").tool("detect").call(ToolCall.of(dir)).output().toString())
          .contains("true");
    }
  }

  @Test
  void mcpCallsIt() throws Exception {
    assertThat(write("mcp", root)).isEqualTo(new Ended(0, ""));
    JsonNode server =
        JSON.readTree(Files.readString(root.resolve("mcp.json"))).get("mcpServers").get("sample");
    Path config = root.resolve("polyplug.toml");
    Files.writeString(
        config,
        "[[plugin]]\ncontract = \"mcp\"\nid = \"sample\"\ncommand = "
            + server.get("command")
            + "\nargs = "
            + server.get("args")
            + "\n");
    try (PluginHost host =
        PluginHost.builder().contract(new McpContract()).configFile(config).build()) {
      Json answer =
          host.plugin("sample")
              .tool("echo")
              .call(ToolCall.of(Json.parse(echo().toString())))
              .output();
      assertThat(answer.toString()).contains("abab");
    }
  }

  @Test
  void babFindsARoleForEveryTool() throws Exception {
    assertThat(write("bab", root)).isEqualTo(new Ended(0, ""));
    assertThat(Files.readString(root.resolve("manifest.yaml")))
        .contains("name: \"default\"", "name: \"count\"", "args: {tool: \"echo\"}");
    assertThat(Files.readString(root.resolve("adapter.ts")))
        .contains("\"--tool\"", "io.polyplug.sdk.SamplePlugin");
  }

  @Test
  void whatWasGeneratedIsReplacedAndWhatWasNotIsKept() throws Exception {
    for (String contract : List.of("rune", "bowire", "ainb", "bento", "mcp", "bab")) {
      Path folder = root.resolve(contract);
      assertThat(write(contract, folder)).isEqualTo(new Ended(0, ""));
      assertThat(write(contract, folder)).isEqualTo(new Ended(0, ""));
    }
    Path sidecar = root.resolve("bowire/sidecar.json");
    Files.writeString(sidecar, "{}");
    assertThat(write("bowire", root.resolve("bowire")))
        .isEqualTo(
            new Ended(
                2, "sidecar.json was not generated by polyplug-sdk, and so is not overwritten\n"));
    assertThat(sidecar).hasContent("{}");
  }
}
