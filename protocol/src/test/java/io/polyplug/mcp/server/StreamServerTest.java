package io.polyplug.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One client over lines, of either era. */
class StreamServerTest {
  private static final String META = LineClient.META;

  private final Served served = new Served();
  private LineClient client;

  @BeforeEach
  void open() throws IOException {
    client = new LineClient(served.server);
  }

  @AfterEach
  void close() throws IOException {
    client.close();
  }

  private Json answer(String id, String method, String params) throws IOException {
    client.ask(id, method, params);
    Json heard = client.hear();
    assertThat(Served.at(heard, "id")).isEqualTo(Json.parse(id));
    return heard;
  }

  private static String code(Json answer) {
    return Served.at(answer, "error", "code").toString();
  }

  @ParameterizedTest
  @CsvSource({
    "2025-11-25,2025-11-25",
    "2025-06-18,2025-06-18",
    "2025-03-26,2025-03-26",
    "2024-11-05,2024-11-05",
    "2026-07-28,2025-11-25",
    "1999-01-01,2025-11-25"
  })
  void aHandshakeSettlesOnTheVersionAskedForOrOnTheNewestWithHandshakes(String asked, String got)
      throws Exception {
    client.initialize(asked);
    Json result = Served.at(client.hear(), "result");
    assertThat(Served.at(result, "protocolVersion")).isEqualTo(Json.string(got));
    assertThat(Served.at(result, "serverInfo", "name")).isEqualTo(Json.string("served"));
    assertThat(Served.at(result, "capabilities").toString())
        .contains("tools")
        .contains("logging")
        .doesNotContain("prompts");
  }

  @Test
  void aRequestRightBehindTheHandshakeIsAnsweredAsOneAfterIt() throws Exception {
    for (int i = 0; i < 50; i++) {
      try (LineClient hasty = new LineClient(served.server)) {
        hasty.say(
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}
            {"jsonrpc":"2.0","id":2,"method":"tools/list"}""");
        assertThat(hasty.hearText()).contains("\"id\":1,\"result\"");
        assertThat(hasty.hearText()).contains("\"id\":2,\"result\"");
      }
    }
  }

  @Test
  void aHandshakeWithoutAVersionIsInvalid() throws Exception {
    assertThat(code(answer("1", "initialize", ""))).isEqualTo("-32602");
  }

  @Test
  void capabilitiesThatNobodyHasAreInvalid() throws Exception {
    String huge = "\"capabilities\":{\"x\":\"%s\"}".formatted("x".repeat(100_000));
    assertThat(code(answer("1", "initialize", "\"protocolVersion\":\"2025-11-25\"," + huge)))
        .isEqualTo("-32602");
  }

  @Test
  void pingIsAnsweredBeforeAndAfterTheHandshake() throws Exception {
    assertThat(Served.at(answer("1", "ping", ""), "result")).isEqualTo(Json.EMPTY_OBJECT);
    client.initialize("2025-11-25");
    client.hear();
    assertThat(Served.at(answer("2", "ping", ""), "result")).isEqualTo(Json.EMPTY_OBJECT);
  }

  @Test
  void aModernClientHasNoPing() throws Exception {
    assertThat(code(answer("1", "ping", META))).isEqualTo("-32601");
  }

  @Test
  void aRequestWithNeitherHandshakeNorTermsIsInvalid() throws Exception {
    Json answer = answer("1", "tools/list", "");
    assertThat(code(answer)).isEqualTo("-32602");
    assertThat(Served.at(answer, "error", "message").toString())
        .contains("initialize")
        .contains("protocolVersion");
  }

  @Test
  void termsWithoutCapabilitiesAreInvalid() throws Exception {
    String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}";
    assertThat(code(answer("1", "tools/list", meta))).isEqualTo("-32602");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2027-01-01", "x"})
  void termsOfAnotherVersionAreRefusedWithThoseThatWeSpeak(String version) throws Exception {
    Json answer = answer("1", "tools/list", META.replace("2026-07-28", version));
    assertThat(code(answer)).isEqualTo("-32022");
    assertThat(Served.at(answer, "error", "data", "requested")).isEqualTo(Json.string(version));
    assertThat(Served.at(answer, "error", "data", "supported").toString())
        .contains("2026-07-28")
        .contains("2024-11-05");
  }

  @Test
  void discoveryTellsVersionsAndCapabilitiesAndWhoWeAre() throws Exception {
    Json result = Served.at(answer("1", "server/discover", META), "result");
    assertThat(Served.at(result, "supportedVersions").toString()).contains("2026-07-28");
    assertThat(Served.at(result, "resultType")).isEqualTo(Json.string("complete"));
    assertThat(Served.at(result, "_meta", "io.modelcontextprotocol/serverInfo", "name"))
        .isEqualTo(Json.string("served"));
    assertThat(Served.at(result, "ttlMs").toString()).isEqualTo("0");
  }

  @Test
  void bothErasMayShareAStream() throws Exception {
    client.initialize("2025-11-25");
    client.hear();
    assertThat(answer("1", "tools/list", "").toString()).doesNotContain("resultType");
    assertThat(answer("2", "tools/list", META).toString()).contains("resultType");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tools/unknown", "", "initialize/x", "prompts/list"})
  void anUnknownMethodIsNotFoundInEitherEra(String method) throws Exception {
    assertThat(code(answer("1", method, META))).isEqualTo("-32601");
    client.initialize("2025-11-25");
    client.hear();
    assertThat(code(answer("2", method, ""))).isEqualTo("-32601");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "nonsense", "{\"jsonrpc\":\"2.0\",}", "\u0001"})
  void aLineThatIsNoJsonIsAParseErrorAndDisturbsNothing(String line) throws Exception {
    client.say(line);
    assertThat(code(client.hear())).isEqualTo("-32700");
    assertThat(Served.at(answer("1", "ping", ""), "result")).isEqualTo(Json.EMPTY_OBJECT);
  }

  @Test
  void jsonThatIsTooDeepIsRefusedAndDisturbsNothing() throws Exception {
    client.say(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":"
            + "[".repeat(100_000)
            + "]".repeat(100_000)
            + "}");
    assertThat(client.hear().toString()).contains("error");
    assertThat(Served.at(answer("2", "ping", ""), "result")).isEqualTo(Json.EMPTY_OBJECT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "-1", "1.5", "\"\"", "\"a\\u0062\"", "9007199254740993"})
  void everyIdComesBackAsItWas(String id) throws Exception {
    client.ask(id, "ping", "");
    assertThat(client.hear().toString()).contains("\"id\":" + id);
  }

  @Test
  void paramsThatAreAnArrayAreInvalid() throws Exception {
    client.initialize("2025-11-25");
    client.hear();
    client.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":[1]}");
    assertThat(code(client.hear())).isEqualTo("-32602");
  }

  @Test
  void progressComesBeforeTheAnswerUnderTheClientsToken() throws Exception {
    String meta = META.replace("{\"io", "{\"progressToken\":\"t\",\"io");
    client.ask("1", "tools/call", "\"name\":\"steps\"," + meta);
    assertThat(Served.at(client.hear(), "params").toString())
        .isEqualTo("{\"progressToken\":\"t\",\"progress\":1,\"total\":2,\"message\":\"one\"}");
    assertThat(Served.at(client.hear(), "params", "progress").toString()).isEqualTo("2");
    assertThat(Served.at(client.hear(), "id").toString()).isEqualTo("1");
  }

  @Test
  void withoutATokenThereIsNoProgress() throws Exception {
    answer("1", "tools/call", "\"name\":\"steps\"," + META);
    String odd = META.replace("{\"io", "{\"progressToken\":{},\"io");
    answer("2", "tools/call", "\"name\":\"steps\"," + odd);
  }

  @Test
  void progressAfterTheAnswerIsNotTold() throws Exception {
    String meta = META.replace("{\"io", "{\"progressToken\":\"t\",\"io");
    client.ask("1", "tools/call", "\"name\":\"steps\"," + meta);
    client.hear();
    client.hear();
    client.hear();
    served.last.orElseThrow().progress(3, java.util.OptionalDouble.empty(), "late");
    answer("2", "server/discover", META);
  }

  @Test
  void logMessagesOfAModernClientGoByTheLevelOfTheRequest() throws Exception {
    answer("1", "tools/call", "\"name\":\"log\"," + META);
    String meta = META.replace("{\"io", "{\"io.modelcontextprotocol/logLevel\":\"error\",\"io");
    client.ask("2", "tools/call", "\"name\":\"log\"," + meta);
    assertThat(Served.at(client.hear(), "params", "data").toString()).contains("large");
    assertThat(Served.at(client.hear(), "id").toString()).isEqualTo("2");
    assertThat(code(answer("3", "tools/list", meta.replace("error", "loud")))).isEqualTo("-32602");
  }

  @Test
  void logMessagesOfALegacyClientGoByTheLevelThatItSet() throws Exception {
    client.initialize("2025-11-25");
    client.hear();
    client.ask("1", "tools/call", "\"name\":\"log\"");
    assertThat(client.hear().toString()).contains("small");
    assertThat(client.hear().toString()).contains("large");
    client.hear();
    answer("2", "logging/setLevel", "\"level\":\"warning\"");
    client.ask("3", "tools/call", "\"name\":\"log\"");
    assertThat(client.hear().toString()).contains("large");
    client.hear();
    assertThat(code(answer("4", "logging/setLevel", "\"level\":\"loud\""))).isEqualTo("-32602");
  }

  @Test
  void aToolThatBreaksIsAnInternalErrorThatTellsNothing() throws Exception {
    String answer = answer("1", "tools/call", "\"name\":\"broken\"," + META).toString();
    assertThat(answer).contains("-32603").doesNotContain("secret");
  }

  @Test
  void anAnswerIsWrittenBeforeTheStreamEnds() throws Exception {
    client.ask("1", "tools/call", "\"name\":\"wait\"," + META);
    assertThat(served.began.await(30, TimeUnit.SECONDS)).isTrue();
    Thread finishing = Thread.ofVirtual().start(() -> client.server.finish(Duration.ofSeconds(30)));
    served.go.countDown();
    assertThat(Served.at(client.hear(), "id").toString()).isEqualTo("1");
    assertThat(client.hearText()).isEqualTo("null");
    finishing.join();
  }

  @Test
  void theEndOfTheStreamCancelsWhatIsUnderWay() throws Exception {
    client.ask("1", "tools/call", "\"name\":\"wait\"," + META);
    assertThat(served.began.await(30, TimeUnit.SECONDS)).isTrue();
    client.stopTalking();
    assertThat(served.interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    client.server.ended().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }
}
