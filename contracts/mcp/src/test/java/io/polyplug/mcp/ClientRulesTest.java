package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.FailureCode;
import io.polyplug.host.HostEvent;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolProgress;
import io.polyplug.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server in MCP's own types, of both eras. */
class ClientRulesTest {
  private static final List<String> ERAS = List.of("modern", "legacy");

  @TempDir Path folder;

  @Test
  void progressIsToldInOrderAndBeforeTheResult() throws Exception {
    for (String era : ERAS) {
      try (Scripted server = Scripted.with(folder, era)) {
        List<ToolProgress> told = new ArrayList<>();
        McpToolResult result =
            server
                .client()
                .call("progress", Json.EMPTY_OBJECT, McpCallOptions.NONE.withProgress(told::add));
        assertThat(result.text()).isEqualTo("done");
        assertThat(told).extracting(ToolProgress::progress).containsExactly(1.0, 2.0, 3.0);
        assertThat(told.getFirst().total()).isEqualTo(OptionalDouble.of(3));
        assertThat(told.getLast().message()).isEqualTo("step 3");
      }
    }
  }

  @Test
  void progressBeginsTheTimeAnewIfWanted() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      server.client().ping();
      // Eight steps, together longer than the limit, each far shorter.
      Json slow = Json.parse("{\"every\":0.75}");
      McpCallOptions limited =
          McpCallOptions.NONE.withTimeout(Duration.ofSeconds(5)).withProgress(_ -> {});
      assertThat(server.client().call("slow_progress", slow, limited.extendedByProgress()).text())
          .isEqualTo("done");
      PluginFailure failure =
          catchThrowableOfType(
              PluginFailure.class, () -> server.client().call("slow_progress", slow, limited));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.TIMEOUT);
    }
  }

  @Test
  void withoutProgressTheTimeRunsOut() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      server.client().ping();
      PluginFailure failure =
          catchThrowableOfType(
              PluginFailure.class,
              () ->
                  server
                      .client()
                      .call(
                          "silent",
                          Json.EMPTY_OBJECT,
                          McpCallOptions.NONE
                              .withTimeout(Duration.ofMillis(50))
                              .withProgress(_ -> {})
                              .extendedByProgress()));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.TIMEOUT);
      assertThat(failure.failure().message()).contains("no progress within");
    }
  }

  @Test
  void resourcesPromptsAndCompletions() throws Exception {
    for (String era : ERAS) {
      try (Scripted server = Scripted.with(folder, era)) {
        McpServerClient client = server.client();
        assertThat(client.resources().getFirst().toString()).contains("test://a");
        assertThat(client.resourceTemplates().getFirst().toString()).contains("test://{x}");
        assertThat(client.readResource("test://a").getFirst().toString())
            .contains("content of test://a");
        assertThat(client.prompts().getFirst().toString()).contains("greet");
        assertThat(client.getPrompt("greet", Map.of("who", "you")).toString())
            .contains("Hello you");
        assertThat(client.completePrompt("greet", "who", "friend"))
            .containsExactly("friends", "{\"name\": \"greet\", \"type\": \"ref/prompt\"}");
        assertThat(client.completeResource("test://{x}", "x", "y", Map.of("z", "1")))
            .containsExactly("ys", "{\"type\": \"ref/resource\", \"uri\": \"test://{x}\"}");
        assertThat(client.ping()).isPositive();
      }
    }
  }

  @Test
  void updatesOfAResourceAreToldUntilTheSubscriptionIsClosed() throws Exception {
    for (String era : ERAS) {
      Path trace = folder.resolve("trace-" + era);
      try (Scripted server = Scripted.with(folder, era, "trace=" + trace)) {
        BlockingQueue<String> updates = new LinkedBlockingQueue<>();
        try (McpServerClient.Subscription _ = server.client().subscribe("test://a", updates::add)) {
          assertThat(updates.poll(30, TimeUnit.SECONDS)).isEqualTo("test://a");
        }
      }
      assertThat(Files.readString(trace))
          .contains(era.equals("modern") ? "notifications/cancelled" : "\"resources/unsubscribe\"");
    }
  }

  @Test
  void changesOfListsAreTold() throws Exception {
    for (String era : ERAS) {
      try (Scripted server = Scripted.with(folder, era, "list_changed")) {
        CountDownLatch told = new CountDownLatch(1);
        try (McpServerClient.Subscription _ =
            server.client().onListChanged(ListKind.TOOLS, told::countDown)) {
          server.call("change", "{}");
          assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
        }
      }
    }
  }

  @Test
  void logMessagesAreLogLines() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      server.call("log", "{}");
      assertThat(server.awaitLog("db: it is full").level()).isEqualTo(HostEvent.Level.WARN);
      assertThat(server.awaitLog("{\"n\": 1}").level()).isEqualTo(HostEvent.Level.DEBUG);
    }
  }

  @Test
  void theConfiguredLogLevelIsAskedFor() throws Exception {
    for (String era : ERAS) {
      Path trace = folder.resolve("trace-" + era);
      try (Scripted server =
          Scripted.with(folder, McpHooks.NONE, "log_level = 'error'", era, "trace=" + trace)) {
        server.client().ping();
        server.client().logLevel(LogLevel.NOTICE);
        server.client().ping();
      }
      assertThat(Files.readString(trace))
          .contains(
              era.equals("modern")
                  ? "\"io.modelcontextprotocol/logLevel\":\"error\""
                  : "\"method\":\"logging/setLevel\",\"params\":{\"level\":\"error\"}")
          .contains("\"notice\"");
    }
  }

  @Test
  void whatItWritesToStandardErrorIsALogLine() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      server.client().ping();
      assertThat(server.awaitLog("ready").level()).isEqualTo(HostEvent.Level.INFO);
    }
  }
}
