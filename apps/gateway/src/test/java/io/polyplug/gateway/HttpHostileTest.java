package io.polyplug.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.door.DoorLimits;
import io.polyplug.mcp.protocol.McpDialect;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that mean harm, or do it. */
class HttpHostileTest {
  private static final DoorLimits LIMITS =
      new DoorLimits(
          Duration.ofSeconds(60), Duration.ofSeconds(60), 20, 1_000, 1, McpDialect.MAX_MESSAGE);
  private static final String DISCOVER = HttpStage.message("1", "server/discover", HttpStage.META);

  private HttpStage stage;

  @BeforeEach
  void open() throws IOException {
    stage = new HttpStage(Optional.of("s3cret"), LIMITS);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private HttpRequest.Builder known(HttpRequest.Builder request) {
    return request.header("Authorization", "Bearer s3cret");
  }

  private String post(String body, String... more) {
    String[] headers = new String[more.length + 3];
    headers[0] = "Authorization: Bearer s3cret";
    headers[1] = "MCP-Protocol-Version: 2026-07-28";
    headers[2] = "Accept: application/json, text/event-stream";
    System.arraycopy(more, 0, headers, 3, more.length);
    return RawClient.post(stage.door, body, headers);
  }

  private void isWell() throws Exception {
    assertThat(stage.send(known(stage.modern("1", "server/discover", ""))).statusCode())
        .isEqualTo(200);
  }

  @Test
  void strangersAreTurnedAwayBeforeTheirBodyIsReadAndKeepNoConnection() throws Exception {
    try (RawClient client = new RawClient(stage.door)) {
      client.say(
          "POST /mcp HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 1000000\r\n\r\n"
              .formatted(stage.door.port()));
      assertThat(client.untilEnd()).startsWith("HTTP/1.1 401").contains("WWW-Authenticate: Bearer");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Host: evil.example", "Host: localhost:%d\r\nOrigin: http://evil.example"})
  void pagesOfOthersAreTurnedAwayEvenWithTheToken(String headers) throws Exception {
    try (RawClient client = new RawClient(stage.door)) {
      client.say(
          "GET /mcp HTTP/1.1\r\n%s\r\nAuthorization: Bearer s3cret\r\n\r\n"
              .formatted(headers.formatted(stage.door.port())));
      assertThat(client.untilEnd()).startsWith("HTTP/1.1 403");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "OPTIONS * HTTP/1.1\r\nHost: localhost:%d\r\nAuthorization: Bearer s3cret\r\n\r\n",
        "GET /mcp/ HTTP/1.1\r\nHost: localhost:%d\r\nAuthorization: Bearer s3cret\r\n\r\n",
        "GET /mcp/x HTTP/1.1\r\nHost: localhost:%d\r\nAuthorization: Bearer s3cret\r\n\r\n",
        "GET /%%2e%%2e/mcp HTTP/1.1\r\nHost: localhost:%d\r\n\r\n",
        "GET /mcp HTTP/1.1\r\nHost: localhost:%1$d\r\nHost: localhost:%1$d\r\n\r\n",
        "GET /mcp HTTP/1.0\r\n\r\n",
        "POST /mcp HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "\u0000\u0001\r\n\r\n"
      })
  void oddRequestsAreTheClientsFault(String request) throws Exception {
    try (RawClient client = new RawClient(stage.door)) {
      client.say(request.formatted(stage.door.port()));
      assertThat(client.untilEnd()).matches("(?s)HTTP/1.1 4.*");
    }
    isWell();
  }

  @Test
  void headersWithoutEndAreRefused() throws Exception {
    try (RawClient client = new RawClient(stage.door)) {
      client.say("GET /mcp HTTP/1.1\r\nX: " + "x".repeat(20_000));
      assertThat(client.untilEnd()).startsWith("HTTP/1.1 431");
    }
  }

  @Test
  void aMessageThatIsTooLargeIsRefused() throws Exception {
    byte[] huge = new byte[(16 << 20) + 1];
    var request = known(stage.post("")).POST(HttpRequest.BodyPublishers.ofByteArray(huge));
    try {
      assertThat(stage.send(request).statusCode()).isEqualTo(413);
    } catch (IOException e) {
      // It was turned away while it was still sending.
    }
    isWell();
  }

  @Test
  void fewMaySendMuchAtOnceAndTheOthersAreNotHeldUp() throws Exception {
    String large = "\"name\":\"wait\",\"x\":\"%s\"".formatted("x".repeat(2_000));
    HttpRequest.Builder first = known(stage.modern("1", "tools/call", large));
    CompletableFuture<HttpResponse<String>> answer = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                answer.complete(stage.send(first.header("Mcp-Name", "wait")));
              } catch (Exception e) {
                answer.completeExceptionally(e);
              }
            });
    assertThat(stage.began.await(30, TimeUnit.SECONDS)).isTrue();
    HttpRequest.Builder second = known(stage.modern("2", "tools/call", large));
    assertThat(stage.send(second.header("Mcp-Name", "wait")).statusCode()).isEqualTo(503);
    isWell();
    stage.go.countDown();
    assertThat(answer.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    HttpRequest.Builder third = known(stage.modern("3", "tools/call", large));
    assertThat(stage.send(third.header("Mcp-Name", "wait")).statusCode()).isEqualTo(200);
  }

  @Test
  void aListenerThatDoesNotReadHoldsUpNobody() throws Exception {
    try (RawClient deaf = new RawClient(stage.door);
        HttpEvents other =
            new HttpEvents(
                stage.open(
                    known(
                        stage.modern(
                            "1",
                            "subscriptions/listen",
                            "\"notifications\":{\"toolsListChanged\":true}"))))) {
      String uris = "\"%s\",\"%s\"".formatted("a".repeat(400), "b".repeat(400));
      deaf.say(
          post(
              HttpStage.message(
                  "1",
                  "subscriptions/listen",
                  "\"notifications\":{\"resourceSubscriptions\":[%s]},%s"
                      .formatted(uris, HttpStage.META)),
              "Mcp-Method: subscriptions/listen"));
      assertThat(deaf.statusLine()).contains("200");
      for (int i = 0; i < 100_000; i++) {
        stage.server.changes().resource("a".repeat(400));
        stage.server.changes().resource("b".repeat(400));
      }
      other.next();
      stage.server.changes().tools();
      assertThat(other.next().toString()).contains("tools/list_changed");
    }
  }

  @Test
  void requestsThatComeTogetherAreAnsweredInOrder() throws Exception {
    try (RawClient client = new RawClient(stage.door)) {
      String one = post(DISCOVER, "Mcp-Method: server/discover");
      String two =
          post(
              DISCOVER.replace("\"id\":1", "\"id\":\"two\""),
              "Mcp-Method: server/discover",
              "Connection: close");
      client.say(one + two);
      String all = client.untilEnd();
      assertThat(all.indexOf("\"id\":1")).isPositive().isLessThan(all.indexOf("\"id\":\"two\""));
    }
  }
}
