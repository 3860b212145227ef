package io.polyplug.bowire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.bowire.protocol.InvokeResult;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Health;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.HostEvent;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginState;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.testing.ServerReply;
import io.polyplug.wire.testing.SseTestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sidecars that are services (section 6), against a real server. */
class HttpRulesTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path folder;
  private final BlockingQueue<HostEvent> events = new LinkedBlockingQueue<>();
  private SseTestServer server;

  @BeforeEach
  void listen() throws IOException {
    server = new SseTestServer().onPost(this::answer);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  /** What a sidecar answers: echo, and streams told by the method's name. */
  private ServerReply answer(SseTestServer.Seen seen) {
    Map<String, Json> request = JsonParts.members(Json.parse(seen.body()));
    String id = request.get("id").toString();
    return switch (String.valueOf(request.get("method").stringValue())) {
      case "initialize" -> result(id, "{\"id\":\"remote\",\"protocolVersion\":1}");
      case "ping" -> result(id, "\"pong\"");
      case "shutdown" -> result(id, "true");
      case "invoke" -> invoke(id, params(request).get("method").stringValue());
      case "invokeStream" -> {
        String stream = String.valueOf(params(request).get("streamId").stringValue());
        server.event(notice("$/stream/data", "somebody-elses", ",\"message\":\"no\""));
        server.event(notice("$/stream/data", stream, ",\"message\":\"1\""));
        server.event(notice("$/stream/data", stream, ",\"message\":\"2\""));
        if (!"open".equals(params(request).get("method").stringValue())) {
          server.event(notice("$/stream/end", stream, ""));
        }
        yield result(id, "{\"streamId\":\"" + stream + "\"}");
      }
      default -> result(id, "null");
    };
  }

  private static ServerReply invoke(String id, String method) {
    return switch (method) {
      case "invalid" -> ServerReply.status(400, "application/json", "{\"error\":\"invalid json\"}");
      case "error" ->
          ServerReply.status(
              500,
              "application/json",
              "{\"jsonrpc\":\"2.0\",\"id\":"
                  + id
                  + ",\"error\":{\"code\":-32000,\"message\":\"no\"}}");
      case "text" -> ServerReply.status(200, "text/plain", "hello");
      default -> result(id, "{\"response\":\"{}\"}");
    };
  }

  private static Map<String, Json> params(Map<String, Json> request) {
    return JsonParts.members(request.get("params"));
  }

  private static String notice(String method, String stream, String more) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":{\"streamId\":\"%s\"%s}}"
        .formatted(method, stream, more);
  }

  private static ServerReply result(String id, String result) {
    return ServerReply.json("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
  }

  private HostBuilder builder(String toml) throws IOException {
    Path file = folder.resolve("polyplug.toml");
    Files.writeString(
        file,
        "[[plugin]]\ncontract='bowire'\nid='remote'\nurl='"
            + server.url()
            + "'\ninitialize_timeout='60s'\n"
            + toml
            + "\n");
    return PluginHost.builder()
        .contract(new BowireContract())
        .configFile(file)
        .listener(events::add);
  }

  private HostEvent.StateChanged await(PluginState state) throws InterruptedException {
    while (true) {
      HostEvent event = events.poll(60, TimeUnit.SECONDS);
      if (event == null) {
        throw new AssertionError("never " + state);
      }
      if (event instanceof HostEvent.StateChanged change && change.to() == state) {
        return change;
      }
    }
  }

  private static String status(Plugin plugin, String method) {
    return plugin.as(BowireSidecar.class).invoke(TestSidecar.target(method), List.of()).status();
  }

  @Test
  void theEventStreamIsOpenedFirstAndOnlyOnce() throws Exception {
    try (PluginHost host = builder("headers = { X-Key = 'k' }").build()) {
      assertThat(status(host.plugin("remote"), "echo")).isEqualTo("OK");
      assertThat(status(host.plugin("remote"), "echo")).isEqualTo("OK");
      assertThat(server.gets()).isEqualTo(1);
      SseTestServer.Seen get = server.nextGet();
      assertThat(get.headers()).containsEntry("x-key", "k");
      assertThat(server.nextPost().body()).contains("\"initialize\"").contains("\"id\":1");
    }
  }

  @Test
  void aCheckIsInitializeAloneAndTakesNobodysEvents() throws Exception {
    try (PluginHost host = builder("").forOneCommand().build()) {
      assertThat(host.plugin("remote").check(LONG).word()).isEqualTo("healthy");
      assertThat(server.nextPost().body()).contains("\"initialize\"");
      server.onPost(_ -> ServerReply.status(503, "text/plain", "away"));
      assertThat(host.plugin("remote").check(LONG).word()).isEqualTo("unhealthy");
      assertThat(host.plugin("remote").check(LONG).reason()).contains("503");
    }
    assertThat(server.gets()).isZero();
  }

  @Test
  void aStreamThatEndsBeforeItsAckIsWhole() throws Exception {
    try (PluginHost host = builder("").build();
        ToolStream stream =
            host.plugin("remote").tool("S/all").stream(ToolCall.of(Json.EMPTY_OBJECT))) {
      assertThat(stream.next(LONG)).contains(Json.parse("1"));
      assertThat(stream.next(LONG)).contains(Json.parse("2"));
      assertThat(stream.next(LONG)).isEmpty();
    }
  }

  @Test
  void losingTheEventStreamFailsStreamsAndTheNextCallConnectsAgain() throws Exception {
    try (PluginHost host = builder("").build()) {
      Plugin remote = host.plugin("remote");
      ToolStream stream = remote.tool("S/open").stream(ToolCall.of(Json.EMPTY_OBJECT));
      assertThat(stream.next(LONG)).isPresent();
      assertThat(stream.next(LONG)).isPresent();
      server.endEvents();
      PluginFailure lost = catchThrowableOfType(PluginFailure.class, () -> stream.next(LONG));
      assertThat(lost.failure().code()).isEqualTo(FailureCode.DISCONNECTED);
      stream.close();
      await(PluginState.DOWN);
      assertThat(status(remote, "echo")).isEqualTo("OK");
      assertThat(server.gets()).isEqualTo(2);
      server.nextPost();
      server.nextPost();
      assertThat(server.nextPost().body()).contains("\"initialize\"").contains("\"id\":1");
    }
  }

  @Test
  void theNextCallConnectsAgain() throws Exception {
    try (PluginHost host = builder("").build()) {
      Plugin remote = host.plugin("remote");
      await(PluginState.RUNNING);
      server.endEvents();
      await(PluginState.DOWN);
      assertThat(status(remote, "echo")).isEqualTo("OK");
      assertThat(server.gets()).isEqualTo(2);
    }
  }

  @Test
  void aPostThatIsRefusedFailsItsCallAlone() throws Exception {
    try (PluginHost host = builder("").build()) {
      Plugin remote = host.plugin("remote");
      assertThat(status(remote, "invalid")).contains("400").contains("invalid json");
      assertThat(status(remote, "text")).contains("200").contains("hello");
      InvokeResult error =
          remote.as(BowireSidecar.class).invoke(TestSidecar.target("error"), List.of());
      assertThat(error.status()).isEqualTo("sidecar:-32000");
      assertThat(status(remote, "echo")).isEqualTo("OK");
      assertThat(remote.state()).isEqualTo(PluginState.RUNNING);
    }
  }

  @Test
  void aServerThatIsNotThereIsAFailedStart() throws Exception {
    try (PluginHost host = builder("").forOneCommand().build()) {
      server.close();
      PluginFailure failure =
          catchThrowableOfType(PluginFailure.class, () -> host.plugin("remote").tools());
      assertThat(failure.failure().code()).isEqualTo(FailureCode.LAUNCH_FAILED);
      assertThat(failure.failure().message()).contains("127.0.0.1");
    }
  }

  @Test
  void anEventStreamThatIsRefusedIsAFailedStart() throws Exception {
    server.onGet(ServerReply.status(503, "text/plain", "busy"));
    try (PluginHost _ = builder("").build()) {
      Failure reason = await(PluginState.DOWN).reason().orElseThrow();
      assertThat(reason.message()).contains("503").contains("busy");
    }
  }

  @Test
  void aHostThatEndsForGoodSaysGoodBye() throws Exception {
    try (PluginHost _ = builder("").build()) {
      await(PluginState.RUNNING);
    }
    server.nextPost();
    assertThat(server.nextPost().body()).contains("\"shutdown\"");
  }

  @Test
  void aCommandDoesNotAndNeitherDoesAHostThatIsToldNotTo() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    server.onPost(
        seen -> {
          if (seen.body().contains("shutdown")) {
            told.countDown();
          }
          return answer(seen);
        });
    try (PluginHost host = builder("").forOneCommand().build()) {
      assertThat(status(host.plugin("remote"), "echo")).isEqualTo("OK");
    }
    events.clear();
    try (PluginHost _ = builder("tell_shutdown = false").build()) {
      await(PluginState.RUNNING);
    }
    server.awaitLostStream();
    assertThat(told.getCount()).isEqualTo(1);
  }

  @Test
  void aCommandOpensTheEventStreamOnlyForWhatStreams() throws Exception {
    try (PluginHost host = builder("").forOneCommand().build()) {
      Plugin remote = host.plugin("remote");
      assertThat(status(remote, "echo")).isEqualTo("OK");
      assertThat(server.gets()).isZero();
      try (ToolStream stream = remote.tool("S/all").stream(ToolCall.of(Json.EMPTY_OBJECT))) {
        assertThat(stream.next(LONG)).isPresent();
      }
      assertThat(server.gets()).isEqualTo(1);
    }
    server.awaitLostStream();
  }

  @Test
  void aLookAtAServiceIsAHandshakeAndNothingElse() throws Exception {
    try (PluginHost host = builder("").forOneCommand().build()) {
      assertThat(host.plugin("remote").check(LONG).word()).isEqualTo("healthy");
      assertThat(server.gets()).isZero();
      assertThat(server.nextPost().body()).contains("initialize");
      server.onPost(seen -> ServerReply.status(500, "text/plain", "down for repair"));
      Health health = host.plugin("remote").check(LONG);
      assertThat(health.word()).isEqualTo("unhealthy");
      assertThat(health.reason()).contains("down for repair");
    }
  }

  @Test
  void aServiceThatDoesNotAnswerAPingIsNotKilledButComplainedOf() throws Exception {
    BlockingQueue<String> pings = new LinkedBlockingQueue<>();
    server.onPost(
        seen -> {
          if (seen.body().contains("\"ping\"")) {
            pings.add(seen.body());
            return ServerReply.never();
          }
          return answer(seen);
        });
    try (PluginHost host = builder("ping_every = '10ms'\nping_timeout = '20ms'").build()) {
      await(PluginState.RUNNING);
      for (int i = 0; i < 3; i++) {
        assertThat(pings.poll(60, TimeUnit.SECONDS)).isNotNull();
      }
      assertThat(host.plugin("remote").state()).isEqualTo(PluginState.RUNNING);
      try (var held =
          host.plugin("remote").hold(SidecarSession.class, false, java.util.Optional.empty())) {
        assertThat(held.session().complaint().orElseThrow()).contains("ping");
      }
    }
  }
}
