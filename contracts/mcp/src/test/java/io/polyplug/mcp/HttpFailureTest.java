package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services that cannot be used, and what is said of them. */
class HttpFailureTest {
  private static final HttpScript.Answering USUAL = _ -> false;

  @TempDir Path folder;

  private Failure failure(HttpScript server) throws IOException {
    try (PluginHost host = server.host(folder, McpHooks.NONE, "")) {
      McpServerClient client = host.plugin("it").as(McpServerClient.class);
      return catchThrowableOfType(PluginFailure.class, () -> client.call("a", Json.EMPTY_OBJECT))
          .failure();
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
