package io.polyplug.gateway;

import static io.polyplug.gateway.GatewayStage.member;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.mcp.McpServerClient;
import io.polyplug.mcp.McpTool;
import io.polyplug.mcp.McpToolResult;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server that the protocol's makers publish to try everything with, behind the gateway. */
class EverythingBehindTest {
  private static final String EVERYTHING = "@modelcontextprotocol/server-everything/dist/index.js";
  private static final String WEATHER = "{\"location\":\"Chicago\"}";

  @TempDir Path folder;

  private GatewayStage stage() throws Exception {
    NpmFolder.assumeInstalled(NpmFolder.NODE, EVERYTHING);
    return GatewayStage.of(
        folder,
        """
        [[plugin]]
        contract = "mcp"
        id = "it"
        command = "%s"
        args = ["%s", "stdio"]
        probe_timeout = "60s"
        """
            .formatted(NpmFolder.find(NpmFolder.NODE), NpmFolder.find(EVERYTHING)));
  }

  @Test
  void itsToolsLoseNothingOnTheWay() throws Exception {
    try (GatewayStage stage = stage()) {
      List<McpTool> direct = stage.host.plugin("it").as(McpServerClient.class).tools();
      assertThat(direct).anyMatch(it -> it.outputSchema().isPresent());
      for (McpTool tool : direct) {
        Map<String, Json> own = JsonParts.members(tool.text());
        Map<String, Json> told =
            JsonParts.members(stage.described("it_" + tool.name().replace('.', '_')));
        for (String name : List.of("annotations", "outputSchema", "icons", "_meta")) {
          assertThat(told.get(name)).as(tool.name() + " " + name).isEqualTo(own.get(name));
        }
      }
    }
  }

  @Test
  void itsDataComesOutUnchanged() throws Exception {
    try (GatewayStage stage = stage()) {
      McpToolResult direct =
          stage
              .host
              .plugin("it")
              .as(McpServerClient.class)
              .call("get-structured-content", Json.parse(WEATHER));
      Json through = stage.tool("it_get-structured-content", WEATHER);
      assertThat(member(through, "structuredContent")).isEqualTo(direct.structured().orElseThrow());
      assertThat(member(through, "content")).isEqualTo(direct.content());
    }
  }
}
