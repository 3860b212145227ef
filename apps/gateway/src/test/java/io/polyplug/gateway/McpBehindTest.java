package io.polyplug.gateway;

import static io.polyplug.gateway.GatewayStage.isError;
import static io.polyplug.gateway.GatewayStage.member;
import static io.polyplug.gateway.GatewayStage.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An MCP server behind the gateway. */
class McpBehindTest {
  @TempDir Path folder;

  private static String server(String more) {
    return """
        [[plugin]]
        contract = "mcp"
        id = "it"
        command = "python3"
        args = ["behind.py"]
        probe_timeout = "60s"
        """
        + more;
  }

  @Test
  void thatItsToolsChangedReachesTheClient() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, server(""))) {
      assertThat(stage.names()).doesNotContain("it_more");
      stage.tool("it_change", "{}");
      stage.awaitNotification(McpMethods.TOOLS_CHANGED);
      assertThat(stage.names()).contains("it_more");
    }
  }

  @Test
  void itsProgressReachesAClientThatAsksForIt() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, server(""))) {
      Json result =
          stage.call(
              McpMethods.TOOLS_CALL,
              "{\"name\":\"it_steps\",\"arguments\":{},\"_meta\":{\"progressToken\":\"p\"}}");
      assertThat(text(result)).isEqualTo("walked");
      List<String> told = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        told.add(stage.awaitNotification(McpMethods.PROGRESS).paramsOrEmpty().toString());
      }
      assertThat(told)
          .containsExactly(
              "{\"progressToken\":\"p\",\"progress\":1,\"total\":2,\"message\":\"step 1\"}",
              "{\"progressToken\":\"p\",\"progress\":2,\"total\":2,\"message\":\"step 2\"}");
    }
  }

  @Test
  void whatItAnswersIsPassedOnEvenIfItFailed() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, server(""))) {
      Json result = stage.tool("it_fail", "{}");
      assertThat(isError(result)).isTrue();
      assertThat(member(result, "content").toString())
          .isEqualTo(
              "[{\"type\":\"text\",\"text\":\"no such file\"},"
                  + "{\"type\":\"image\",\"data\":\"\",\"mimeType\":\"image/png\"}]");
    }
  }

  @Test
  void aToolWhoseSchemaNamesNoTypeTakesItsArgumentsAsTheyAre() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, server(""))) {
      Json tool = stage.described("it_bare");
      assertThat(member(tool, "inputSchema").toString()).isEqualTo("{\"type\":\"object\"}");
      assertThat(text(stage.tool("it_bare", "{\"a\":1}"))).isEqualTo("{\"a\": 1}");
    }
  }

  private static final String MODERN =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  @Test
  void whatElseItSaysOfAToolIsPassedOn() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, server(""))) {
      Json tool = stage.described("it_told");
      assertThat(JsonParts.members(tool).keySet())
          .containsExactlyInAnyOrder(
              "name",
              "title",
              "description",
              "inputSchema",
              "annotations",
              "outputSchema",
              "icons",
              "_meta");
      assertThat(member(tool, "annotations").toString())
          .isEqualTo("{\"readOnlyHint\":true,\"title\":\"Told\"}");
      assertThat(member(tool, "outputSchema").toString())
          .isEqualTo("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"number\"}}}");
      assertThat(member(tool, "icons").toString()).isEqualTo("[{\"src\":\"data:,\"}]");
      assertThat(member(tool, "_meta").toString()).isEqualTo("{\"a/b\":1}");
    }
  }

  @Test
  void structuredContentIsPassedOnUnchanged() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, server(""))) {
      Json result = stage.tool("it_told", "{}");
      assertThat(member(result, "structuredContent").toString())
          .isEqualTo("{\"n\":1.5,\"more\":[null,\"\\u00e9\"]}");
      assertThat(text(result)).isEqualTo("walked");
    }
  }

  @Test
  void whatComesWithAResultIsPassedOnButNotWhoGaveIt() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, server(""))) {
      assertThat(member(stage.tool("it_told", "{}"), "_meta").toString()).isEqualTo("{\"a/b\":2}");
    }
  }

  @Test
  void dataThatIsNoObjectReachesModernClientsOnly() throws Exception {
    try (GatewayStage stage = GatewayStage.of(folder, server(""))) {
      assertThat(JsonParts.members(stage.described("it_list"))).doesNotContainKey("outputSchema");
      assertThat(JsonParts.members(stage.tool("it_list", "{}")))
          .doesNotContainKey("structuredContent");
      Json tools = stage.call(McpMethods.TOOLS_LIST, "{" + MODERN + "}");
      assertThat(tools.toString()).contains("\"outputSchema\":{\"type\":\"array\"}");
      Json result =
          stage.call(
              McpMethods.TOOLS_CALL, "{\"name\":\"it_list\",\"arguments\":{}," + MODERN + "}");
      assertThat(member(result, "structuredContent").toString()).isEqualTo("[1,2]");
    }
  }

  @Test
  void oneThatCannotStartIsAskedAgainUntilItCan() throws Exception {
    Path ready = folder.resolve("ready");
    try (GatewayStage stage =
        GatewayStage.of(folder, server("env = { WAIT_FOR = '" + ready + "' }"))) {
      assertThat(stage.names()).isEmpty();
      assertThat(GatewayStage.await(stage.problems, it -> true)).contains("exited with code 1");
      Files.createFile(ready);
      stage.awaitNotification(McpMethods.TOOLS_CHANGED);
      assertThat(stage.names()).contains("it_steps");
    }
  }
}
