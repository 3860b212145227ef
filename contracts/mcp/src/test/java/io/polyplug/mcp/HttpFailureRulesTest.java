package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong over HTTP, and what is said of it. */
class HttpFailureRulesTest {
  private static final HttpScript.Answering USUAL = _ -> false;

  @TempDir Path folder;

  private static McpServerClient client(PluginHost host) {
    return host.plugin("it").as(McpServerClient.class);
  }

  private static String call(PluginHost host) {
    return client(host).call("a", Json.EMPTY_OBJECT).text();
  }

  private Failure failure(HttpScript server) throws IOException {
    try (PluginHost host = server.host(folder, McpHooks.NONE, "")) {
      return catchThrowableOfType(PluginFailure.class, () -> call(host)).failure();
    }
  }

  @Test
  void aServerThatWantsATokenIsAFailureThatSaysSo() throws Exception {
    try (HttpScript server =
        new HttpScript(
            true,
            seen -> {
              seen.answer(401, "text/plain", "who are you");
              return true;
            })) {
      Failure failure = failure(server);
      assertThat(failure.code()).isEqualTo(FailureCode.HANDSHAKE_FAILED);
      assertThat(failure.message()).contains("401", "bearer");
    }
  }

  @Test
  void aServerThatIsNotThereIsALaunchFailure() throws Exception {
    HttpScript gone = new HttpScript(true, USUAL);
    gone.close();
    assertThat(failure(gone).code()).isEqualTo(FailureCode.LAUNCH_FAILED);
  }

  @Test
  void anErrorWithAStatusOfItsOwnIsTheServersError() throws Exception {
    try (HttpScript server =
            new HttpScript(
                true,
                seen -> {
                  boolean call = seen.method().equals("tools/call");
                  if (call) {
                    seen.answer(
                        404,
                        "application/json",
                        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601,\"message\":\"no\"}}");
                  }
                  return call;
                });
        PluginHost host = server.host(folder, McpHooks.NONE, "")) {
      PluginError error = catchThrowableOfType(PluginError.class, () -> call(host));
      assertThat(error.code()).isEqualTo("mcp:-32601");
    }
  }

  @Test
  void headersThatDoNotFitAreMadeAnewFromTheToolsOfNow() throws Exception {
    AtomicInteger lists = new AtomicInteger();
    try (HttpScript server =
            new HttpScript(
                true,
                seen -> {
                  if (seen.method().equals("tools/list")) {
                    String mark = lists.getAndIncrement() == 0 ? "" : ",\"x-mcp-header\":\"X\"";
                    seen.result(
                        "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\","
                            + "\"properties\":{\"x\":{\"type\":\"string\""
                            + mark
                            + "}}}}]}");
                    return true;
                  }
                  boolean wrong =
                      seen.method().equals("tools/call")
                          && seen.header("Mcp-Param-X").equals("null");
                  if (wrong) {
                    seen.error(400, -32020, "Header mismatch");
                  }
                  return wrong;
                });
        PluginHost host = server.host(folder, McpHooks.NONE, "")) {
      assertThat(client(host).call("a", Json.parse("{\"x\":\"y\"}")).text()).isEqualTo("done");
      assertThat(server.of("tools/call").getLast().header("Mcp-Param-X")).isEqualTo("y");
    }
  }

  @Test
  void aStreamThatEndsWithoutAReplyFailsItsCallAlone() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (HttpScript server =
            new HttpScript(
                true,
                seen -> {
                  boolean first =
                      seen.method().equals("tools/call") && calls.getAndIncrement() == 0;
                  if (first) {
                    seen.events().close();
                  }
                  return first;
                });
        PluginHost host = server.host(folder, McpHooks.NONE, "")) {
      PluginFailure failure = catchThrowableOfType(PluginFailure.class, () -> call(host));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.UNAVAILABLE);
      assertThat(failure.failure().message()).contains("ended before it brought the reply");
      assertThat(call(host)).isEqualTo("done");
    }
  }

  @Test
  void anAnswerWithoutEndIsCutOff() throws Exception {
    try (HttpScript server =
            new HttpScript(
                true,
                seen -> {
                  if (!seen.method().equals("tools/call")) {
                    return false;
                  }
                  seen.exchange().getResponseHeaders().set("Content-Type", "application/json");
                  seen.exchange().sendResponseHeaders(200, 0);
                  byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
                  try (OutputStream out = seen.exchange().getResponseBody()) {
                    for (int i = 0; i < 64; i++) {
                      out.write(blanks);
                    }
                  } catch (IOException cut) {
                    // As it should be.
                  }
                  return true;
                });
        PluginHost host = server.host(folder, McpHooks.NONE, "")) {
      PluginFailure failure = catchThrowableOfType(PluginFailure.class, () -> call(host));
      assertThat(failure.failure().message()).contains("larger than the");
    }
  }

  @Test
  void anAddressWithoutStreamableHttpIsAFailureThatSaysWhatToLookFor() throws Exception {
    for (int status : new int[] {404, 405}) {
      try (HttpScript server =
          new HttpScript(
              false,
              seen -> {
                seen.answer(status, "text/plain", "no");
                return true;
              })) {
        Failure failure = failure(server);
        assertThat(failure.code()).isEqualTo(FailureCode.HANDSHAKE_FAILED);
        assertThat(failure.message()).contains("HTTP " + status, "/mcp", "HTTP+SSE");
      }
    }
  }

  @Test
  void anEventThatIsTooLargeIsAFailureOfOneSentence() throws Exception {
    try (HttpScript server =
        new HttpScript(
            false,
            seen -> {
              if (!seen.method().equals("tools/call")) {
                return false;
              }
              try (OutputStream out = seen.events()) {
                out.write("data: ".getBytes(StandardCharsets.UTF_8));
                byte[] much = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
                for (int i = 0; i < 17; i++) {
                  out.write(much);
                }
              }
              return true;
            })) {
      assertThat(failure(server).message())
          .endsWith("16777216 bytes allowed.")
          .doesNotEndWith("..");
    }
  }

  @Test
  void theTimeOfACallIsAlsoForWhatMustBeAskedBefore() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (HttpScript server =
            new HttpScript(
                true,
                seen -> {
                  if (seen.method().equals("tools/list")) {
                    over.await();
                  }
                  return false;
                });
        PluginHost host =
            server.host(folder, McpHooks.NONE, "start_timeout = '60s'\nrequest_timeout = '1h'")) {
      McpServerClient client = host.plugin("it").as(McpServerClient.class);
      PluginFailure failure =
          catchThrowableOfType(
              PluginFailure.class,
              () ->
                  client.call(
                      "a",
                      Json.EMPTY_OBJECT,
                      McpCallOptions.NONE.withTimeout(Duration.ofMillis(200))));
      assertThat(failure.failure().code()).isEqualTo(FailureCode.TIMEOUT);
      over.countDown();
    }
  }
}
