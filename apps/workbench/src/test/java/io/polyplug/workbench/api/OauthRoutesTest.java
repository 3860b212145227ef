package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.at;
import static io.polyplug.workbench.api.WorkbenchStage.code;
import static io.polyplug.workbench.api.WorkbenchStage.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.base.ManualClock;
import io.polyplug.host.HostEvent;
import io.polyplug.wire.Json;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens are fetched from a real server, which may be a bad one. */
class OauthRoutesTest {
  private static final String ROUTE = "/api/oauth/token";
  private static final int MOST_AT_ONCE = 4;

  @TempDir Path folder;
  private WorkbenchStage stage;
  private TokenServer server;

  @BeforeEach
  void open() throws Exception {
    stage = WorkbenchStage.of(folder, "clock");
    server = new TokenServer();
  }

  @AfterEach
  void close() {
    stage.close();
    server.close();
  }

  private static Json body(String url, String secret) {
    return Json.object(
        out -> {
          out.writeStringProperty("tokenUrl", url);
          out.writeStringProperty("clientId", "me");
          out.writeStringProperty("clientSecret", secret);
          out.writeStringProperty("scope", "read write");
        });
  }

  private HttpResponse<String> ask(String path) throws Exception {
    return stage.post(ROUTE, body(server.url(path), TokenServer.SECRET).toString());
  }

  private static String sentence(HttpResponse<String> answer) {
    return text(answer.body(), "error", "message");
  }

  @Test
  void aTokenIsFetchedByTheGrantOfClientCredentials() throws Exception {
    HttpResponse<String> answer = ask("/token");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(text(answer.body(), "accessToken")).isEqualTo("abc.def");
    assertThat(text(answer.body(), "tokenType")).isEqualTo("Bearer");
    assertThat(at(answer, "expiresIn")).hasToString("3600");
    assertThat(server.asked.poll()).isEqualTo("grant_type=client_credentials&scope=read+write");
  }

  @Test
  void whatTheServerSaysToAWrongSecretIsToldWithoutTheSecret() throws Exception {
    HttpResponse<String> answer =
        stage.post(ROUTE, body(server.url("/token"), "wrong one").toString());
    assertThat(answer.statusCode()).isEqualTo(502);
    assertThat(code(answer)).isEqualTo("token_refused");
    assertThat(sentence(answer))
        .isEqualTo(
            server.url("/token")
                + " answered 401: invalid_client: \\u001b[31mno client has Basic … nor … nor …");
  }

  @Test
  void anAnswerWithoutEndIsNotReadToItsEnd() throws Exception {
    HttpResponse<String> answer = ask("/endless");
    assertThat(answer.statusCode()).isEqualTo(502);
    assertThat(sentence(answer)).contains("/endless gave no answer of at most 64 KiB");
  }

  @Test
  void aRedirectIsNotFollowed() throws Exception {
    HttpResponse<String> answer = ask("/moved");
    assertThat(sentence(answer))
        .contains("/moved answered 307 and leads to " + server.url("/token"))
        .contains("not followed");
    assertThat(server.asked).hasSize(1);
  }

  @Test
  void whatIsNoTokenIsSaidToBeNone() throws Exception {
    assertThat(sentence(ask("/page"))).contains("/page answered 200 without an \"access_token\"");
    assertThat(sentence(ask("/nothing"))).endsWith("/nothing answered 404: it gives no reason");
  }

  @Test
  void aServerThatIsNotThereIsNamed() throws Exception {
    String url = server.url("/token");
    server.close();
    HttpResponse<String> answer = stage.post(ROUTE, body(url, TokenServer.SECRET).toString());
    assertThat(code(answer)).isEqualTo("token_unavailable");
    assertThat(sentence(answer)).startsWith(url + " cannot be reached: ");
  }

  @Test
  void aServerThatSaysNothingIsWaitedForTenSeconds() throws Exception {
    ManualClock clock = new ManualClock();
    TokenRequest wanted = TokenRequest.of(body(server.url("/silent"), TokenServer.SECRET));
    CompletableFuture<TokenFetch.Token> token = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                token.complete(new TokenFetch(clock).of(wanted));
              } catch (ApiProblem e) {
                token.completeExceptionally(e);
              }
            });
    assertThat(clock.awaitWaiting(1, Duration.ofSeconds(60))).isTrue();
    assertThat(clock.untilNext()).contains(Duration.ofSeconds(10));
    clock.advance(Duration.ofSeconds(10));
    assertThatThrownBy(() -> token.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("/silent did not answer within 10 seconds");
  }

  @Test
  void onlyAFewAreAskedForAtOnce() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
    for (int i = 0; i < MOST_AT_ONCE; i++) {
      held.add(stage.begin(ROUTE, body(server.url("/silent"), TokenServer.SECRET).toString()));
      assertThat(server.asked.poll(60, TimeUnit.SECONDS)).isNotNull();
    }
    assertThat(ask("/token").statusCode()).isEqualTo(503);
    server.close();
    for (CompletableFuture<HttpResponse<String>> one : held) {
      assertThat(one.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(502);
    }
    try (TokenServer another = new TokenServer()) {
      String again = body(another.url("/token"), TokenServer.SECRET).toString();
      assertThat(stage.post(ROUTE, again).statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.org/token",
        "http://127.0.0.1.example.org/token",
        "ftp://localhost/token",
        "file:///etc/passwd",
        "https://user:word@example.org/token",
        "https:///token",
        "no address"
      })
  void anAddressThatWouldShowTheSecretToOthersIsRefused(String url) throws Exception {
    HttpResponse<String> answer = stage.post(ROUTE, body(url, TokenServer.SECRET).toString());
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(sentence(answer)).startsWith("\"tokenUrl\": expected an https address");
  }

  @Test
  void whatIsMissingIsNamed() throws Exception {
    String without = "{\"tokenUrl\":\"https://example.org/\",\"clientId\":\"me\"}";
    assertThat(sentence(stage.post(ROUTE, without))).startsWith("\"clientSecret\": expected");
    assertThat(stage.post(ROUTE, "[]").statusCode()).isEqualTo(400);
  }

  @Test
  void theSecretIsInNoLogAndNoEvent() throws Exception {
    try (SentEvents reader =
        stage.follow(stage.request("/api/events?kinds=state,plugins,log,call,frame,bus,line"))) {
      reader.await("open");
      ask("/token");
      ask("/page");
      stage
          .host
          .events()
          .emit(new HostEvent.LogLine(WorkbenchStage.CLOCK, HostEvent.Level.INFO, "over"));
      List<String> told = new ArrayList<>();
      while (told.isEmpty() || !told.getLast().contains("\"over\"")) {
        told.add(reader.next().orElseThrow().data().toString());
      }
      assertThat(String.join("\n", told)).doesNotContain("hush");
    }
    assertThat(stage.events.toString()).doesNotContain("hush");
    assertThat(TokenRequest.of(body("https://example.org/?k=hush", "hush")).toString())
        .isEqualTo("a token of https://example.org/");
  }
}
