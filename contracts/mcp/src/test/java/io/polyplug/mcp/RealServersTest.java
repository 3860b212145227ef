package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.host.PluginError;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolProgress;
import io.polyplug.host.ToolQuery;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The servers that the protocol's makers publish, unchanged. */
class RealServersTest {
  private static final String EVERYTHING = "@modelcontextprotocol/server-everything";
  private static final String FILES = "@modelcontextprotocol/server-filesystem";

  @TempDir Path folder;

  private PluginHost host(String server, McpHooks hooks, String... arguments) throws IOException {
    NpmFolder npm = NpmFolder.with(server).orElse(null);
    assumeTrue(npm != null, server + " is not installed: name its folder with POLYPLUG_NPM");
    List<String> all = new ArrayList<>();
    all.add(npm.program(server + "/dist/index.js").toString());
    all.addAll(List.of(arguments));
    Path file = folder.resolve("polyplug.toml");
    Files.writeString(
        file,
        "[[plugin]]\ncontract = 'mcp'\nid = 'it'\ncommand = '"
            + npm.node()
            + "'\nargs = ['"
            + String.join("', '", all)
            + "']\nprobe_timeout = '60s'\nroots = ['.']\n");
    return PluginHost.builder().contract(new McpContract(hooks)).configFile(file).build();
  }

  @Test
  void theServerOfEverythingDoesEverything() throws Exception {
    McpHooks hooks =
        McpHooks.NONE
            .withSampling(
                (_, _) ->
                    Json.parse(
                        "{\"role\":\"assistant\",\"model\":\"test\",\"content\":"
                            + "{\"type\":\"text\",\"text\":\"sampled\"}}"))
            .withElicitation((_, _) -> ElicitResponse.DECLINED);
    try (PluginHost host = host(EVERYTHING, hooks, "stdio")) {
      McpServerClient client = host.plugin("it").as(McpServerClient.class);
      assertThat(client.server().info().name()).isNotEmpty();
      assertThat(host.plugin("it").tools(ToolQuery.ANY))
          .extracting(ToolInfo::name)
          .contains("echo", "get-sum");
      assertThat(client.call("echo", Json.parse("{\"message\":\"hi\"}")).text())
          .isEqualTo("Echo: hi");
      assertThat(client.call("get-sum", Json.parse("{\"a\":2,\"b\":3}")).text()).contains("5");
      List<ToolProgress> progress = new ArrayList<>();
      assertThat(
              client
                  .call(
                      "trigger-long-running-operation",
                      Json.parse("{\"duration\":0.2,\"steps\":2}"),
                      McpCallOptions.NONE.withProgress(progress::add))
                  .isError())
          .isFalse();
      assertThat(progress).hasSize(2);
      assertThat(client.call("trigger-sampling-request", Json.parse("{\"prompt\":\"x\"}")).text())
          .contains("sampled");
      assertThat(client.resources()).isNotEmpty();
      assertThat(client.readResource(uri(client.resources().getFirst()))).isNotEmpty();
      assertThat(client.prompts()).isNotEmpty();
      assertThat(client.getPrompt("simple-prompt", Map.of()).toString()).contains("messages");
      assertThat(client.ping()).isPositive();
    }
  }

  private static String uri(Json resource) {
    return String.valueOf(JsonParts.find(resource, "uri")[0]).replace("\"", "");
  }

  @Test
  void theServerOfFilesReadsAndRefuses() throws Exception {
    Path real = folder.toRealPath();
    Files.writeString(folder.resolve("hello.txt"), "Hello");
    try (PluginHost host = host(FILES, McpHooks.NONE, real.toString())) {
      assertThat(
              host.plugin("it")
                  .tool("read_text_file")
                  .call(ToolCall.of(path(real.resolve("hello.txt"))))
                  .output()
                  .toString())
          .contains("Hello");
      PluginError refused =
          catchThrowableOfType(
              PluginError.class,
              () ->
                  host.plugin("it")
                      .tool("read_text_file")
                      .call(ToolCall.of(path(Path.of("/etc/hostname")))));
      assertThat(refused.code()).isEqualTo("tool_error");
      assertThat(refused.text()).contains("outside allowed directories");
    }
  }

  private static Json path(Path file) {
    return Json.object(out -> out.writeStringProperty("path", file.toString()));
  }
}
