package io.polyplug.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.door.DoorLimits;
import io.polyplug.mcp.protocol.McpDialect;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that are slow, or silent, or deaf. */
class HttpSlowTest {
  private static final DoorLimits TIGHT =
      new DoorLimits(
          Duration.ofMillis(500), Duration.ofMillis(1_500), 20, 1_000, 1, McpDialect.MAX_MESSAGE);
  private static final String DISCOVER = HttpStage.message("1", "server/discover", HttpStage.META);

  private HttpStage stage;

  @BeforeEach
  void open() throws IOException {
    stage = new HttpStage(Optional.of("s3cret"), TIGHT);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private String post(String body, String... more) {
    String[] headers = new String[more.length + 3];
    headers[0] = "Authorization: Bearer s3cret";
    headers[1] = "MCP-Protocol-Version: 2026-07-28";
    headers[2] = "Accept: application/json, text/event-stream";
    System.arraycopy(more, 0, headers, 3, more.length);
    return RawClient.post(stage.door, body, headers);
  }

  /** A new connection is served, at the latest once it is not let go for being slow itself. */
  private void isWell() throws Exception {
    for (int tries = 0; tries < 20; tries++) {
      try (RawClient client = new RawClient(stage.door)) {
        client.say(post(DISCOVER, "Mcp-Method: server/discover"));
        if (client.statusLine().contains("200")) {
          return;
        }
      } catch (IOException e) {
        // Too slow, on a machine that has much to do.
      }
    }
    throw new AssertionError("nobody is served any more");
  }

  /** Returns when at least this long was silent, by the server's own clock. */
  private void awaitSilence(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      try (RawClient idle = new RawClient(stage.door)) {
        idle.say("POST /mcp");
        idle.untilEnd();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "POST /mcp HTTP/1.1\r\nHost: x", "POST /mcp HTTP/1.1\r\n"})
  void aClientThatFallsSilentInItsHeadersIsLetGo(String beginning) throws Exception {
    try (RawClient client = new RawClient(stage.door)) {
      client.say(beginning);
      client.untilEnd();
    }
  }

  @Test
  void aClientThatFallsSilentInItsBodyIsLetGo() throws Exception {
    try (RawClient client = new RawClient(stage.door)) {
      String whole = post(DISCOVER);
      client.say(whole.substring(0, whole.length() - 1));
      client.untilEnd();
    }
    isWell();
  }

  @Test
  void headersThatDripAreLetGo() throws Exception {
    try (RawClient client = new RawClient(stage.door)) {
      client.say("POST /mcp HTTP/1.1\r\n");
      client.drip("X");
    }
    isWell();
  }

  @Test
  void aBodyThatDripsIsLetGo() throws Exception {
    try (RawClient client = new RawClient(stage.door)) {
      client.say(post(" ".repeat(900)).stripTrailing() + "\r\n\r\n");
      client.drip(" ");
    }
    isWell();
  }

  @Test
  void aCallMayThinkForLongerThanAnybodyMayBeSilent() throws Exception {
    CompletableFuture<String> status = new CompletableFuture<>();
    try (RawClient client = new RawClient(stage.door)) {
      client.say(
          post(
                  HttpStage.message("1", "tools/call", "\"name\":\"wait\"," + HttpStage.META),
                  "Mcp-Method: tools/call",
                  "Mcp-Name: wait")
              .replace(", text/event-stream", ""));
      assertThat(stage.began.await(30, TimeUnit.SECONDS)).isTrue();
      awaitSilence(4);
      stage.go.countDown();
      status.complete(client.statusLine());
    }
    assertThat(status.get()).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void aClientThatDoesNotReadIsLetGoAndItsCallIsCancelled() throws Exception {
    try (RawClient client = new RawClient(stage.door)) {
      String meta = HttpStage.META.replace("{\"io", "{\"progressToken\":1,\"io");
      client.say(
          post(
              HttpStage.message("1", "tools/call", "\"name\":\"flood\"," + meta),
              "Mcp-Method: tools/call",
              "Mcp-Name: flood"));
      assertThat(stage.interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    }
    isWell();
  }

  @Test
  void moreConnectionsThanAllowedWaitUntilOthersAreLetGo() throws Exception {
    RawClient[] idle = new RawClient[30];
    for (int i = 0; i < idle.length; i++) {
      idle[i] = new RawClient(stage.door);
    }
    isWell();
    for (RawClient client : idle) {
      client.close();
    }
  }
}
