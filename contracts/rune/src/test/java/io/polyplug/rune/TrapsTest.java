package io.polyplug.rune;

import static io.polyplug.host.FailureCode.TIMEOUT;
import static io.polyplug.rune.RuneScript.ANSWERS;
import static io.polyplug.rune.RuneScript.READS_REQUEST;
import static io.polyplug.rune.RuneScript.SHAKES_HANDS;
import static io.polyplug.rune.RuneScript.manifest;
import static io.polyplug.rune.RuneScript.reads;
import static io.polyplug.rune.RuneScript.says;
import static io.polyplug.rune.RuneScript.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.polyplug.host.HostEvent;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.Started;
import io.polyplug.host.Tool;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolResult;
import io.polyplug.rune.protocol.RuneCaller;
import io.polyplug.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Section 12, and the cleanup of section 9. */
class TrapsTest {
  @TempDir Path folder;

  private RuneScript script(String... lines) {
    return new RuneScript(folder, lines);
  }

  /**
   * Answers with the line that the host sent, as a text with its quotes turned into apostrophes.
   */
  private static String echoes(String variable) {
    return READS_REQUEST
        + "; printf '{\"type\":\"response\",\"request_id\":\"%s\",\"status\":\"ok\",\"output\":\"%s\"}\\n' \"$id\""
        + " \"$(printf %s \"$"
        + variable
        + "\" | tr '\"' \"'\")\"";
  }

  @Test
  void aPluginThatLeavesRightAfterItsResponseSucceedsEveryTime() throws Exception {
    RuneScript quick = script(SHAKES_HANDS, ANSWERS);
    try (PluginHost host = quick.host();
        var threads = Executors.newFixedThreadPool(4)) {
      Plugin plugin = quick.plugin(host);
      List<Future<String>> results = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        results.add(
            threads.submit(
                () -> plugin.tool("t").call(ToolCall.of(Json.EMPTY_OBJECT)).output().toString()));
      }
      for (Future<String> result : results) {
        assertThat(result.get()).isEqualTo("{\"n\":1}");
      }
    }
  }

  @Test
  void aPluginThatWaitsForTheEndOfItsInputSucceeds() {
    assertThat(script(SHAKES_HANDS, ANSWERS, "while read -r more; do :; done").call().ok())
        .isTrue();
  }

  @Test
  void tenMegabytesOnStderrNeitherBlockNorFail() {
    assertThat(
            script("head -c 10000000 /dev/zero >&2", SHAKES_HANDS, ANSWERS)
                .with("env", "{ PATH = '/usr/bin:/bin' }")
                .call()
                .ok())
        .isTrue();
  }

  @Test
  void theLastLinesOfStderrComeWithAFailureEscaped() {
    assertThat(script("printf 'boom \\033[31m\\n' >&2", "exit 1").failure().stderr())
        .containsExactly("boom \\u001b[31m");
  }

  @Test
  void stderrLinesAreEvents() throws Exception {
    CompletableFuture<String> line = new CompletableFuture<>();
    RuneScript noisy = script("echo hello from stderr >&2", SHAKES_HANDS, ANSWERS);
    try (PluginHost host =
        PluginHost.builder()
            .contract(new RuneContract())
            .configFile(noisy.write())
            .listener(
                event -> {
                  if (event instanceof HostEvent.LogLine log) {
                    line.complete(log.text());
                  }
                })
            .build()) {
      noisy.plugin(host).tool("t").call(ToolCall.of(Json.EMPTY_OBJECT));
      assertThat(line.get(10, TimeUnit.SECONDS)).isEqualTo("hello from stderr");
    }
  }

  @Test
  void theHostsLinesAreAsTheContractWritesThem() {
    assertThat(
            script("read -r hello", says(manifest()), echoes("hello"))
                .with("env", "{ PATH = '/usr/bin:/bin' }")
                .call()
                .output()
                .stringValue())
        .isEqualTo("{'type':'handshake','protocol_version':'rterm.plugin.v1'}");
    assertThat(
            script(SHAKES_HANDS, echoes("request"))
                .with("env", "{ PATH = '/usr/bin:/bin' }")
                .call("t", "{\"a b\" :\n\t[1, 2.50]}")
                .output()
                .stringValue())
        .matches(
            "\\{'type':'request','request_id':'plugin_req_[0-9a-f]{16}','tool_name':'t','context':\\{\\},'input':\\{'a b':\\[1,2\\.50]}}");
  }

  @Test
  void theContextHasOnlyKnownMembersThatAreNotEmpty() {
    RuneScript script =
        script(SHAKES_HANDS, echoes("request")).with("env", "{ PATH = '/usr/bin:/bin' }");
    try (PluginHost host = script.host()) {
      Json output =
          script
              .plugin(host)
              .as(RunePlugin.class)
              .execute(
                  "t",
                  Json.NULL,
                  new RuneCaller(
                      Map.of(
                          "workspace_id",
                          "ws-1",
                          "repo_root",
                          "/src",
                          "role_id",
                          "",
                          "evil",
                          "x")));
      assertThat(output.stringValue())
          .contains("'context':{'workspace_id':'ws-1','repo_root':'/src'},'input':null");
    }
  }

  @Test
  void anUnknownMemberOfTheContextStartsNothing() {
    RuneScript script = script(": > started", SHAKES_HANDS, ANSWERS);
    try (PluginHost host = script.host()) {
      ToolCall call = ToolCall.of(Json.NULL).withContext("workspaceid", "x");
      assertThat(catchThrowable(() -> script.plugin(host).tool("t").call(call)))
          .hasMessageContaining("invalid_input")
          .hasMessageContaining("workspace_id");
    }
    assertThat(folder.resolve("started")).doesNotExist();
  }

  @Test
  void whatTheContractLacksIsUnsupportedAndNamesThePlugin() {
    RuneScript script = script(SHAKES_HANDS, ANSWERS);
    try (PluginHost host = script.host()) {
      assertThat(catchThrowable(() -> script.plugin(host).tool("t").stream(ToolCall.of(Json.NULL))))
          .hasMessageContaining("acme.test: unsupported");
    }
  }

  @Test
  void aGrandchildThatKeepsStdoutOpenDelaysAndFailsNothing() throws Exception {
    RuneScript leaves = script(SHAKES_HANDS, ANSWERS, "sleep 1000 & echo $! > pid", "exit 0");
    assertThat(leaves.call().output().toString()).isEqualTo("{\"n\":1}");
    assertGone("pid");
  }

  @Test
  void aPluginThatIgnoresTermDiesAtOnceWithItsChildren() throws Exception {
    RuneScript stubborn =
        script(
            "trap '' TERM HUP INT",
            "(trap '' TERM; echo $$ > ignored; exec sleep 1000) & echo $! > pid",
            SHAKES_HANDS,
            READS_REQUEST,
            "sleep 1000");
    assertThat(stubborn.with("timeout", "'700ms'").failure().code()).isEqualTo(TIMEOUT);
    assertGone("pid");
  }

  private void assertGone(String file) throws Exception {
    long pid = Long.parseLong(Files.readString(folder.resolve(file)).strip());
    ProcessHandle left = ProcessHandle.of(pid).orElse(null);
    if (left != null) {
      left.onExit().get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void inputLargerThanThePipeForAPluginThatNeverReadsIsTimeout() {
    String large = "{\"text\":\"" + "x".repeat(1_000_000) + "\"}";
    assertThat(
            script(SHAKES_HANDS, "sleep 1000")
                .with("timeout", "'900ms'")
                .failure("t", large)
                .code())
        .isEqualTo(TIMEOUT);
    assertThat(
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("polyplug-rune-stdin"))
                .filter(thread -> !ended(thread)))
        .isEmpty();
  }

  private static boolean ended(Thread thread) {
    try {
      return thread.join(Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void inputLargerThanThePipeArrivesWhole() {
    String large = "{\"text\":\"" + "x".repeat(1_000_000) + "\"}";
    String counts =
        READS_REQUEST
            + "; printf '{\"type\":\"response\",\"request_id\":\"%s\",\"status\":\"ok\",\"output\":%s}\\n' \"$id\" \"${#request}\"";
    String length = script(SHAKES_HANDS, counts).call("t", large).output().toString();
    assertThat(Integer.parseInt(length)).isGreaterThan(1_000_000);
  }

  @Test
  void twoInvocationsAtOnceAreTwoProcessesWithTwoIds() throws Exception {
    // Each waits until the other has been started too.
    RuneScript pair =
        script(
            SHAKES_HANDS,
            READS_REQUEST,
            ": > up.$$",
            "while set -- up.*; [ $# -lt 2 ]; do sleep 0.01; done",
            "printf '{\"type\":\"response\",\"request_id\":\"%s\",\"status\":\"ok\",\"output\":\"%s %s\"}\\n' \"$id\" \"$id\" $$");
    try (PluginHost host = pair.host();
        var threads = Executors.newFixedThreadPool(2)) {
      Plugin plugin = pair.plugin(host);
      Set<String> seen = new HashSet<>();
      List<Future<String>> both = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        both.add(
            threads.submit(
                () -> plugin.tool("t").call(ToolCall.of(Json.EMPTY_OBJECT)).output().toString()));
      }
      for (Future<String> one : both) {
        seen.add(one.get());
      }
      assertThat(seen).hasSize(2);
    }
  }

  @Test
  void aCancelledCallIsKilledAndReportedAsTimeoutThatSaysSo() throws Exception {
    RuneScript waits =
        script(": > started", SHAKES_HANDS, READS_REQUEST, "sleep 1000").with("timeout", "'60s'");
    try (PluginHost host = waits.host()) {
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      Thread caller =
          Thread.ofVirtual()
              .start(
                  () ->
                      thrown.complete(
                          catchThrowable(
                              () -> waits.plugin(host).tool("t").call(ToolCall.of(Json.NULL)))));
      awaitFile("started");
      caller.interrupt();
      assertThat(thrown.get(10, TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              PluginFailure.class,
              failure -> {
                assertThat(failure.failure().code()).isEqualTo(TIMEOUT);
                assertThat(failure.failure().message()).contains("cancelled");
              });
    }
  }

  /** Rune can only wait, so that each has a thread; the two wait for each other. */
  @Test
  void startedCallsRunAtTheSameTimeAndEndWhenTheyAreClosed() throws Exception {
    RuneScript waits =
        script(
                "me=one; other=two; mkdir first 2>/dev/null || { me=two; other=one; }",
                "echo $$ > $me.new; mv $me.new $me",
                "until [ -e $other ]; do sleep 0.01; done",
                SHAKES_HANDS,
                READS_REQUEST,
                "touch $me-asked",
                "sleep 1000")
            .with("env", "{ PATH = '/usr/bin:/bin' }");
    try (PluginHost host = waits.host()) {
      Tool tool = waits.plugin(host).tool("t");
      Started<ToolResult> a = tool.start(ToolCall.of(Json.NULL));
      Started<ToolResult> b = tool.start(ToolCall.of(Json.NULL));
      awaitFile("one-asked");
      awaitFile("two-asked");
      a.close();
      b.close();
      assertGone("one");
      assertGone("two");
    }
  }

  @Test
  void closingTheHostEndsWhatRuns() throws Exception {
    RuneScript waits =
        script("echo $$ > pid.new; mv pid.new pid", SHAKES_HANDS, READS_REQUEST, "sleep 1000")
            .with("timeout", "'60s'")
            .with("env", "{ PATH = '/usr/bin:/bin' }");
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    try (PluginHost host = waits.host()) {
      Thread.ofVirtual()
          .start(
              () ->
                  thrown.complete(
                      catchThrowable(
                          () -> waits.plugin(host).tool("t").call(ToolCall.of(Json.NULL)))));
      awaitFile("pid");
    }
    assertThat(thrown.get(10, TimeUnit.SECONDS)).isInstanceOf(PluginFailure.class);
    assertGone("pid");
  }

  private void awaitFile(String name) throws Exception {
    try (var watch = folder.getFileSystem().newWatchService()) {
      folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      while (!Files.exists(folder.resolve(name))) {
        var key = watch.poll(10, TimeUnit.SECONDS);
        assertThat(key).as("the file " + name).isNotNull();
        key.reset();
      }
    }
  }

  @Test
  void theCallersTimeCountsToo() throws Exception {
    Duration limit = Duration.ofSeconds(7);
    ToolCall call = ToolCall.of(Json.NULL).withTimeout(limit);
    assertThat(
            script()
                .with("timeout", "'60s'")
                .failureAfter(
                    limit,
                    call,
                    self -> {
                      reads(self);
                      writes(self, manifest() + "\n");
                      reads(self);
                    })
                .code())
        .isEqualTo(TIMEOUT);
  }
}
