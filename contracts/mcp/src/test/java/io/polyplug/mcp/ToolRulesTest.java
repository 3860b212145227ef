package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginState;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tools in the shape that all plugins have. */
class ToolRulesTest {
  @TempDir Path folder;

  @Test
  void nothingStartsBeforeTheFirstCall() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      assertThat(server.plugin().state()).isEqualTo(PluginState.IDLE);
    }
  }

  @Test
  void everyToolIsUnaryWithItsSchema() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      ToolInfo tool = server.plugin().tools(ToolQuery.ANY).getFirst();
      assertThat(tool.name()).isEqualTo("echo");
      assertThat(tool.description()).isEqualTo("Says it again.");
      assertThat(tool.kind()).isEqualTo(ToolKind.UNARY);
      assertThat(tool.inputSchema().toString()).contains("\"text\"");
    }
  }

  @Test
  void aListInPagesIsReadToItsEnd() throws Exception {
    try (Scripted server = Scripted.with(folder, "pages")) {
      assertThat(server.plugin().tools(ToolQuery.ANY))
          .extracting(ToolInfo::name)
          .containsExactly("p0", "p1", "p2");
    }
  }

  @Test
  void aListThatNeverEndsIsCut() throws Exception {
    try (Scripted server = Scripted.with(folder, "endless")) {
      assertThat(server.plugin().tools(ToolQuery.ANY)).hasSize(1_000);
      server.awaitLog("does not end");
    }
  }

  @Test
  void aListOfMoreThanTenThousandIsCut() throws Exception {
    try (Scripted server = Scripted.with(folder, "many")) {
      assertThat(server.plugin().tools(ToolQuery.ANY)).hasSize(10_000);
      server.awaitLog("is too long: the first 10000 are taken");
    }
  }

  @Test
  void whatATimeIsForIsTheWholeListAndNotEachPage() throws Exception {
    try (Scripted server =
        Scripted.with(folder, McpHooks.NONE, "request_timeout = '2s'", "slow_pages")) {
      assertThat(server.plugin().tools(ToolQuery.ANY)).isNotEmpty().hasSizeLessThan(3);
      server.awaitLog("takes too long");
    }
  }

  @Test
  void aCursorThatComesAgainEndsTheList() throws Exception {
    try (Scripted server = Scripted.with(folder, "circle")) {
      assertThat(server.plugin().tools(ToolQuery.ANY))
          .extracting(ToolInfo::name)
          .containsExactly("tNone", "tsame");
      server.awaitLog("was read before");
    }
  }

  @Test
  void aListThatIsNoneIsMalformed() throws Exception {
    try (Scripted server = Scripted.with(folder, "bad_list")) {
      PluginFailure failure =
          catchThrowableOfType(PluginFailure.class, () -> server.plugin().tools(ToolQuery.ANY));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.MALFORMED_RESPONSE);
    }
  }

  @Test
  void aServerWithoutToolsIsNotAskedForThem() throws Exception {
    Path trace = folder.resolve("trace");
    try (Scripted server = Scripted.with(folder, "no_tools", "trace=" + trace)) {
      assertThat(server.plugin().tools(ToolQuery.ANY)).isEmpty();
    }
    assertThat(Files.readString(trace)).doesNotContain("tools/list");
  }

  @Test
  void oneTextIsTheOutput() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      ToolResult result = server.call("echo", "{\"text\":\"h\\u00e9\\n\"}");
      assertThat(result.ok()).isTrue();
      assertThat(result.output().stringValue()).isEqualTo("hé\n");
      assertThat(String.valueOf(result.metadata().get("content"))).startsWith("[{");
    }
  }

  @Test
  void structuredContentIsTheOutputAsItWasWritten() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      ToolResult result = server.call("structured", "{}");
      assertThat(result.output()).isEqualTo(Json.parse("{\"n\": 1.5}"));
      assertThat(result.metadata().get("_meta")).isEqualTo(Json.parse("{\"x\": 1}"));
    }
  }

  @Test
  void severalPartsAreTheOutputTogether() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      assertThat(server.call("two", "{}").output().kind()).isEqualTo(Json.Kind.ARRAY);
    }
  }

  @Test
  void aToolThatFailsIsItsOwnError() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      PluginError error = catchThrowableOfType(PluginError.class, () -> server.call("fail", "{}"));
      assertThat(error.code()).isEqualTo("tool_error");
      assertThat(error.text()).isEqualTo("no such file");
      assertThat(server.client().call("fail", Json.EMPTY_OBJECT).isError()).isTrue();
    }
  }

  @Test
  void anErrorReplyIsAnErrorWithItsNumber() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      PluginError error =
          catchThrowableOfType(PluginError.class, () -> server.call("nothing", "{}"));
      assertThat(error.code()).isEqualTo("mcp:-32602");
      assertThat(error.text()).isEqualTo("Unknown tool: nothing");
    }
  }

  @Test
  void argumentsThatAreNoObjectAreRefusedHere() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      PluginFailure failure =
          catchThrowableOfType(PluginFailure.class, () -> server.call("echo", "[1]"));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.INVALID_INPUT);
    }
  }

  @Test
  void metadataOfACallReachesTheServer() throws Exception {
    for (String era : List.of("modern", "legacy")) {
      try (Scripted server = Scripted.with(folder, era)) {
        ToolResult result =
            server
                .plugin()
                .tool("meta")
                .call(ToolCall.of(Json.EMPTY_OBJECT).withMetadata("traceparent", "00-a-b-01"));
        assertThat(result.output().toString()).contains("\"traceparent\": \"00-a-b-01\"");
      }
    }
  }

  @Test
  void aResultThatIsNoneIsMalformed() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      for (String odd : List.of("null", "[]", "7", "{\\\"resultType\\\":\\\"later\\\"}")) {
        PluginFailure failure =
            catchThrowableOfType(
                PluginFailure.class, () -> server.call("odd", "{\"text\":\"" + odd + "\"}"));
        assertThat(failure.failure().code()).as(odd).isEqualTo(FailureCode.MALFORMED_RESPONSE);
      }
      assertThat(server.call("odd", "{\"text\":\"{\\\"content\\\":7}\"}").output())
          .isEqualTo(Json.parse("[]"));
    }
  }

  @Test
  void repliesWithOtherIdsAreNobodys() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      assertThat(server.call("wrong_id", "{}").output().stringValue()).isEqualTo("yours");
    }
  }

  @Test
  void aCallEndsInTimeAndTheServerIsTold() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      server.client().ping();
      PluginFailure failure =
          catchThrowableOfType(
              PluginFailure.class,
              () ->
                  server
                      .plugin()
                      .tool("silent")
                      .call(ToolCall.of(Json.EMPTY_OBJECT).withTimeout(Duration.ofSeconds(1))));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.TIMEOUT);
      assertThat(server.call("was_cancelled", "{}").output().stringValue()).isEqualTo("True");
    }
  }

  @Test
  void anInterruptCancelsAndTheServerIsTold() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      server.client().ping();
      AtomicReference<PluginFailure> thrown = new AtomicReference<>();
      CountDownLatch progressed = new CountDownLatch(1);
      Thread caller =
          Thread.ofVirtual()
              .start(
                  () ->
                      thrown.set(
                          catchThrowableOfType(
                              PluginFailure.class,
                              () ->
                                  server
                                      .client()
                                      .call(
                                          "slow_progress",
                                          Json.EMPTY_OBJECT,
                                          McpCallOptions.NONE.withProgress(
                                              _ -> progressed.countDown())))));
      progressed.await();
      caller.interrupt();
      caller.join();
      assertThat(thrown.get().failure().code()).isEqualTo(FailureCode.CANCELLED);
      assertThat(server.call("was_cancelled", "{}").output().stringValue()).isEqualTo("True");
    }
  }

  @Test
  void aDeathFailsWhatIsUnderWayAndTheNextCallStartsItAnew() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      PluginFailure failure =
          catchThrowableOfType(PluginFailure.class, () -> server.call("die", "{}"));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.CRASHED);
      assertThat(failure.failure().message()).contains("exited with code 3");
      assertThat(failure.failure().stderr()).contains("a last word");
      assertThat(server.call("echo", "{\"text\":\"again\"}").output().stringValue())
          .isEqualTo("again");
    }
  }

  @Test
  void aListIsKeptUntilTheServerSaysThatItChanged() throws Exception {
    for (String[] flags :
        List.of(
            new String[] {"list_changed"}, new String[] {"modern", "list_changed", "ttl=600000"})) {
      Path trace = folder.resolve("trace-" + flags.length);
      String[] all = Arrays.copyOf(flags, flags.length + 1);
      all[flags.length] = "trace=" + trace;
      try (Scripted server = Scripted.with(folder, all)) {
        assertThat(server.plugin().tools(ToolQuery.ANY)).hasSize(1);
        assertThat(server.plugin().tools(ToolQuery.ANY)).hasSize(1);
        server.call("change", "{}");
        assertThat(server.plugin().tools(ToolQuery.ANY)).hasSize(2);
      }
      assertThat(Files.readAllLines(trace).stream().filter(it -> it.contains("tools/list\"")))
          .hasSize(2);
    }
  }

  @Test
  void aListOfAServerThatTellsNothingIsAskedForEachTime() throws Exception {
    try (Scripted server = Scripted.with(folder, "modern", "ttl=0")) {
      assertThat(server.plugin().tools(ToolQuery.ANY)).hasSize(1);
      server.call("change", "{}");
      assertThat(server.plugin().tools(ToolQuery.ANY)).hasSize(2);
    }
  }

  @Test
  void freshMeansFresh() throws Exception {
    Path trace = folder.resolve("trace");
    try (Scripted server = Scripted.with(folder, "modern", "ttl=600000", "trace=" + trace)) {
      ToolQuery fresh = new ToolQuery(Optional.empty(), Map.of(), Optional.empty(), true);
      server.plugin().tools(ToolQuery.ANY);
      server.plugin().tools(fresh);
    }
    assertThat(Files.readAllLines(trace).stream().filter(it -> it.contains("tools/list\"")))
        .hasSize(2);
  }
}
