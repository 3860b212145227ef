package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolProgress;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers over HTTP, of both eras. */
class HttpRulesTest {
  private static final HttpScript.Answering USUAL = _ -> false;

  @TempDir Path folder;

  private static McpServerClient client(PluginHost host) {
    return host.plugin("it").as(McpServerClient.class);
  }

  private static String call(PluginHost host) {
    return client(host).call("a", Json.EMPTY_OBJECT).text();
  }

  private static void event(OutputStream out, String data) throws IOException {
    out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  @Test
  void aModernServerGetsItsHeadersWithEveryRequest() throws Exception {
    try (HttpScript server = new HttpScript(true, USUAL);
        PluginHost host = server.host(folder, McpHooks.NONE, "")) {
      client(host).call("naïve", Json.EMPTY_OBJECT);
      HttpScript.Seen seen = server.of("tools/call").getFirst();
      assertThat(seen.header("Accept")).isEqualTo("application/json, text/event-stream");
      assertThat(seen.header("Content-Type")).isEqualTo("application/json");
      assertThat(seen.header("MCP-Protocol-Version")).isEqualTo("2026-07-28");
      assertThat(seen.header("Mcp-Method")).isEqualTo("tools/call");
      assertThat(seen.header("Mcp-Name")).isEqualTo("=?base64?bmHDr3Zl?=");
      assertThat(server.of("initialize")).isEmpty();
      assertThat(server.seen).allMatch(it -> it.verb().equals("POST"));
    }
  }

  @Test
  void aLegacyServerGetsItsSessionAndItsVersionBackUntilTheEnd() throws Exception {
    try (HttpScript server = new HttpScript(false, USUAL)) {
      try (PluginHost host = server.host(folder, McpHooks.NONE, "")) {
        assertThat(call(host)).isEqualTo("done");
      }
      assertThat(server.of("initialize").getFirst().header("MCP-Protocol-Version"))
          .isEqualTo("null");
      HttpScript.Seen seen = server.of("tools/call").getFirst();
      assertThat(seen.header("Mcp-Session-Id")).startsWith("session-");
      assertThat(seen.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
      assertThat(seen.header("Mcp-Method")).isEqualTo("null");
      assertThat(server.seen.stream().filter(it -> it.verb().equals("DELETE")))
          .singleElement()
          .matches(it -> it.header("Mcp-Session-Id").equals(seen.header("Mcp-Session-Id")));
    }
  }

  @Test
  void aForgottenSessionIsBegunAnewOnce() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (HttpScript server =
            new HttpScript(
                false,
                seen -> {
                  boolean forget =
                      seen.method().equals("tools/call") && calls.incrementAndGet() % 3 != 0;
                  if (forget && calls.get() != 2) {
                    seen.error(404, -32001, "Session not found");
                    return true;
                  }
                  return false;
                });
        PluginHost host = server.host(folder, McpHooks.NONE, "")) {
      assertThat(call(host)).isEqualTo("done");
      assertThat(server.of("initialize")).hasSize(2);
      assertThat(server.of("tools/call").getLast().header("Mcp-Session-Id"))
          .isNotEqualTo(server.of("tools/call").getFirst().header("Mcp-Session-Id"));
    }
  }

  @Test
  void anAnswerMayBeAStreamWithProgressBeforeTheResult() throws Exception {
    for (boolean modern : new boolean[] {true, false}) {
      try (HttpScript server =
              new HttpScript(
                  modern,
                  seen -> {
                    if (!seen.method().equals("tools/call")) {
                      return false;
                    }
                    try (OutputStream out = seen.events()) {
                      out.write(": hello\n\nid: 1\ndata:\n\n".getBytes(StandardCharsets.UTF_8));
                      event(
                          out,
                          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                              + "{\"progressToken\":1,\"progress\":1}}");
                      event(out, seen.reply("{\"content\":[],\"structuredContent\":7}"));
                    }
                    return true;
                  });
          PluginHost host = server.host(folder, McpHooks.NONE, "")) {
        List<ToolProgress> progress = new ArrayList<>();
        McpToolResult result =
            client(host)
                .call("a", Json.EMPTY_OBJECT, McpCallOptions.NONE.withProgress(progress::add));
        assertThat(result.structured()).contains(Json.parse("7"));
        assertThat(progress).hasSize(1);
      }
    }
  }

  @Test
  void aLegacyServerMayAskInAStreamAndIsAnsweredByAPost() throws Exception {
    BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    try (HttpScript server =
            new HttpScript(
                false,
                seen -> {
                  if (seen.body().contains("\"result\"")) {
                    answers.add(seen.body());
                  }
                  if (!seen.method().equals("tools/call")) {
                    return false;
                  }
                  try (OutputStream out = seen.events()) {
                    event(
                        out,
                        "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"elicitation/create\","
                            + "\"params\":{\"message\":\"?\"}}");
                    String answer = String.valueOf(answers.poll(30, TimeUnit.SECONDS));
                    event(out, seen.reply("{\"content\":[],\"structuredContent\":" + answer + "}"));
                  }
                  return true;
                });
        PluginHost host =
            server.host(
                folder, McpHooks.NONE.withElicitation((_, _) -> ElicitResponse.DECLINED), "")) {
      assertThat(client(host).call("a", Json.EMPTY_OBJECT).structured().orElseThrow().toString())
          .contains("\"id\":\"q\"", "\"action\":\"decline\"");
    }
  }

  @Test
  void whatALegacyServerSaysByItselfComesOverItsOwnStream() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch listening = new CountDownLatch(1);
    try (HttpScript server =
        new HttpScript(
            false,
            seen -> {
              if (!seen.verb().equals("GET")) {
                return false;
              }
              try (OutputStream out = seen.events()) {
                out.write(": open\n\n".getBytes(StandardCharsets.UTF_8));
                out.flush();
                listening.await();
                event(out, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
                told.await();
              }
              return true;
            })) {
      try (PluginHost host = server.host(folder, McpHooks.NONE, "");
          McpServerClient.Subscription _ =
              client(host).onListChanged(ListKind.TOOLS, told::countDown)) {
        listening.countDown();
        assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  @Test
  void toCancelIsToCloseTheStreamOfAModernServerAndToTellALegacyOne() throws Exception {
    for (boolean modern : new boolean[] {true, false}) {
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch lost = new CountDownLatch(1);
      CountDownLatch cancelled = new CountDownLatch(1);
      try (HttpScript server =
              new HttpScript(
                  modern,
                  seen -> {
                    if (seen.method().equals("notifications/cancelled")) {
                      cancelled.countDown();
                    }
                    if (!seen.method().equals("tools/call")) {
                      return false;
                    }
                    try (OutputStream out = seen.events()) {
                      while (true) {
                        out.write(": alive\n\n".getBytes(StandardCharsets.UTF_8));
                        out.flush();
                        begun.countDown();
                        LockSupport.parkNanos(1_000_000);
                      }
                    } catch (IOException gone) {
                      lost.countDown();
                    }
                    return true;
                  });
          PluginHost host = server.host(folder, McpHooks.NONE, "")) {
        Thread caller = Thread.ofVirtual().unstarted(() -> call(host));
        caller.setUncaughtExceptionHandler((_, _) -> {});
        caller.start();
        begun.await();
        caller.interrupt();
        caller.join();
        assertThat(lost.await(30, TimeUnit.SECONDS)).isTrue();
        if (!modern) {
          assertThat(cancelled.await(30, TimeUnit.SECONDS)).isTrue();
        }
        client(host).tools();
        assertThat(server.of("notifications/cancelled")).hasSize(modern ? 0 : 1);
      }
    }
  }

  @Test
  void secretsAreSentToTheirServerAndToNoOther() throws Exception {
    Files.writeString(folder.resolve("token"), "s3cret\n");
    String toml = "headers = { X-Key = { from_file = 'token' } }\nbearer = { from_file = 'token' }";
    try (HttpScript other = new HttpScript(true, USUAL);
        HttpScript server =
            new HttpScript(
                true,
                seen -> {
                  boolean call = seen.method().equals("tools/call");
                  if (call) {
                    seen.exchange().getResponseHeaders().set("Location", other.url());
                    seen.answer(307, "text/plain", "");
                  }
                  return call;
                });
        PluginHost host = server.host(folder, McpHooks.NONE, toml)) {
      PluginFailure failure = catchThrowableOfType(PluginFailure.class, () -> call(host));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.UNAVAILABLE);
      assertThat(failure.failure().message()).contains("not the same scheme, host and port");
      assertThat(server.seen)
          .allMatch(it -> it.header("Authorization").equals("Bearer s3cret"))
          .allMatch(it -> it.header("X-Key").equals("s3cret"));
      assertThat(other.seen).isEmpty();
    }
  }

  @Test
  void aRedirectWithinTheOriginIsFollowed() throws Exception {
    try (HttpScript server =
            new HttpScript(
                true,
                seen -> {
                  boolean first = seen.exchange().getRequestURI().getPath().equals("/mcp");
                  if (first) {
                    seen.exchange().getResponseHeaders().set("Location", "/other");
                    seen.answer(308, "text/plain", "");
                  }
                  return first;
                });
        PluginHost host = server.host(folder, McpHooks.NONE, "")) {
      assertThat(call(host)).isEqualTo("done");
    }
  }
}
