package io.polyplug.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Subscriptions, cancellation and questions over lines. */
class StreamEventsTest {
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

  private Json listen(String id, String wanted) throws IOException {
    client.ask(id, "subscriptions/listen", "\"notifications\":{%s},%s".formatted(wanted, META));
    Json heard = client.hear();
    assertThat(Served.at(heard, "method").toString()).contains("subscriptions/acknowledged");
    return Served.at(heard, "params");
  }

  private void nothingElseIsHeard() throws IOException {
    client.ask("\"last\"", "server/discover", META);
    assertThat(Served.at(client.hear(), "id")).isEqualTo(Json.string("last"));
  }

  @Test
  void listeningIsAcknowledgedFirstWithWhatThereIs() throws Exception {
    Json params =
        listen(
            "7",
            "\"toolsListChanged\":true,\"promptsListChanged\":true,"
                + "\"resourcesListChanged\":false,\"resourceSubscriptions\":[\"a:b\",1]");
    assertThat(Served.at(params, "notifications").toString())
        .isEqualTo("{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"a:b\"]}");
    assertThat(Served.at(params, "_meta", "io.modelcontextprotocol/subscriptionId").toString())
        .isEqualTo("7");
  }

  @Test
  void aListenerHearsWhatItAskedForAndNothingElse() throws Exception {
    listen("7", "\"toolsListChanged\":true,\"resourceSubscriptions\":[\"a:b\"]");
    served.server.changes().resources();
    served.server.changes().prompts();
    served.server.changes().resource("a:c");
    served.server.changes().tools();
    served.server.changes().resource("a:b");
    Json tools = client.hear();
    assertThat(Served.at(tools, "method").toString()).contains("tools/list_changed");
    assertThat(tools.toString()).contains("\"io.modelcontextprotocol/subscriptionId\":7");
    Json resource = client.hear();
    assertThat(Served.at(resource, "params", "uri")).isEqualTo(Json.string("a:b"));
    nothingElseIsHeard();
  }

  @Test
  void listeningWithoutSayingToWhatIsInvalid() throws Exception {
    client.ask("1", "subscriptions/listen", META);
    assertThat(Served.at(client.hear(), "error", "code").toString()).isEqualTo("-32602");
  }

  @Test
  void aCancelledListenerHearsNothingMoreAndGetsNoAnswer() throws Exception {
    listen("7", "\"toolsListChanged\":true");
    client.tell("notifications/cancelled", "\"requestId\":7");
    nothingElseIsHeard();
    served.server.changes().tools();
    nothingElseIsHeard();
  }

  @Test
  void closingEndsAListenerWithAnAnswer() throws Exception {
    listen("7", "\"toolsListChanged\":true");
    client.server.close();
    Json farewell = client.hear();
    assertThat(Served.at(farewell, "id").toString()).isEqualTo("7");
    assertThat(Served.at(farewell, "result", "resultType")).isEqualTo(Json.string("complete"));
    assertThat(client.hearText()).isEqualTo("null");
  }

  @Test
  void thereAreOnlySoManyListeners() throws Exception {
    for (int i = 0; i < 64; i++) {
      listen(Integer.toString(i), "\"toolsListChanged\":true");
    }
    client.ask("64", "subscriptions/listen", "\"notifications\":{}," + META);
    assertThat(Served.at(client.hear(), "error", "message").toString()).contains("64");
    client.tell("notifications/cancelled", "\"requestId\":0");
    nothingElseIsHeard();
  }

  @Test
  void aListenerThatWasRefusedLeavesRoomForOthers() throws Exception {
    for (int i = 0; i < 100; i++) {
      client.ask(Integer.toString(i), "subscriptions/listen", META);
      assertThat(Served.at(client.hear(), "error", "code").toString()).isEqualTo("-32602");
    }
    listen("100", "\"toolsListChanged\":true");
  }

  @Test
  void aLegacyClientHearsOfListsAndOfResourcesThatItSubscribedTo() throws Exception {
    client.initialize("2025-11-25");
    client.hear();
    client.ask("1", "resources/subscribe", "\"uri\":\"a:b\"");
    client.hear();
    served.server.changes().resource("a:c");
    served.server.changes().resource("a:b");
    assertThat(client.hear().toString()).contains("resources/updated").contains("a:b");
    client.ask("2", "resources/unsubscribe", "\"uri\":\"a:b\"");
    client.hear();
    served.server.changes().resource("a:b");
    served.server.changes().tools();
    assertThat(client.hear().toString()).contains("tools/list_changed").doesNotContain("_meta");
  }

  @Test
  void aSecondHandshakeDoesNotDoubleWhatIsHeard() throws Exception {
    client.initialize("2025-11-25");
    client.hear();
    client.initialize("2025-06-18");
    client.hear();
    served.server.changes().tools();
    assertThat(client.hear().toString()).contains("tools/list_changed");
    nothingElseIsHeard();
  }

  @Test
  void subscriptionsAreBounded() throws Exception {
    client.initialize("2025-11-25");
    client.hear();
    client.ask("1", "resources/subscribe", "\"uri\":\"%s\"".formatted("x".repeat(200_001)));
    assertThat(Served.at(client.hear(), "error", "code").toString()).isEqualTo("-32602");
    client.ask("2", "resources/subscribe", "\"uri\":\"x\"");
    assertThat(Served.at(client.hear(), "result")).isEqualTo(Json.EMPTY_OBJECT);
  }

  @Test
  void aCancelInterruptsAModernCallAndNothingIsAnswered() throws Exception {
    client.ask("1", "tools/call", "\"name\":\"wait\"," + META);
    assertThat(served.began.await(30, TimeUnit.SECONDS)).isTrue();
    client.tell("notifications/cancelled", "\"requestId\":1");
    assertThat(served.interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    nothingElseIsHeard();
  }

  @Test
  void aCancelInterruptsALegacyCallAndNothingIsAnswered() throws Exception {
    client.initialize("2025-11-25");
    client.hear();
    client.ask("\"x\"", "tools/call", "\"name\":\"wait\"");
    assertThat(served.began.await(30, TimeUnit.SECONDS)).isTrue();
    client.tell("notifications/cancelled", "\"requestId\":\"x\",\"reason\":\"enough\"");
    assertThat(served.interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    nothingElseIsHeard();
  }

  @Test
  void aCancelOfNothingIsPassedOver() throws Exception {
    client.tell("notifications/cancelled", "\"requestId\":99");
    client.tell("notifications/cancelled", "\"requestId\":null");
    client.tell("notifications/cancelled", "\"requestId\":{}");
    client.tell("notifications/cancelled", "");
    client.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":[1]}");
    nothingElseIsHeard();
  }

  @Test
  void aLegacyClientIsAskedOverTheStream() throws Exception {
    client.initialize("2025-11-25");
    client.hear();
    client.ask("1", "tools/call", "\"name\":\"ask\"");
    Json question = client.hear();
    assertThat(Served.at(question, "method")).isEqualTo(Json.string("elicitation/create"));
    client.say(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\"}}"
            .formatted(Served.at(question, "id")));
    assertThat(Served.at(client.hear(), "result", "content").toString())
        .isEqualTo("{\"action\":\"accept\"}");
  }

  @Test
  void aQuestionIsTakenBackWhenItsRequestIsCancelled() throws Exception {
    client.initialize("2025-11-25");
    client.hear();
    client.ask("1", "tools/call", "\"name\":\"ask\"");
    Json question = client.hear();
    client.tell("notifications/cancelled", "\"requestId\":1");
    Json cancel = client.hear();
    assertThat(Served.at(cancel, "method")).isEqualTo(Json.string("notifications/cancelled"));
    assertThat(Served.at(cancel, "params", "requestId")).isEqualTo(Served.at(question, "id"));
  }

  @Test
  void aModernClientComesBackWithTheAnswer() throws Exception {
    client.ask("1", "tools/call", "\"name\":\"ask\"," + META);
    Json needed = Served.at(client.hear(), "result");
    assertThat(Served.at(needed, "resultType")).isEqualTo(Json.string("input_required"));
    assertThat(Served.at(needed, "inputRequests", "a", "method"))
        .isEqualTo(Json.string("elicitation/create"));
    client.ask(
        "2",
        "tools/call",
        "\"name\":\"ask\",\"inputResponses\":{\"a\":{\"action\":\"decline\"}}," + META);
    assertThat(Served.at(client.hear(), "result", "content").toString())
        .isEqualTo("{\"action\":\"decline\"}");
  }

  @Test
  void aClientThatCannotBeAskedIsToldWhatItLacks() throws Exception {
    client.ask("1", "tools/call", "\"name\":\"ask\"," + META.replace("elicitation", "sampling"));
    Json error = Served.at(client.hear(), "error");
    assertThat(Served.at(error, "code").toString()).isEqualTo("-32021");
    assertThat(Served.at(error, "data", "requiredCapabilities", "elicitation"))
        .isEqualTo(Json.EMPTY_OBJECT);
  }

  @Test
  void answersAndStateOfAnotherKindAreInvalid() throws Exception {
    for (String odd :
        new String[] {"\"inputResponses\":null", "\"inputResponses\":[]", "\"requestState\":1"}) {
      client.ask("1", "tools/call", "\"name\":\"ask\",%s,%s".formatted(odd, META));
      assertThat(Served.at(client.hear(), "error", "code").toString()).isEqualTo("-32602");
    }
    client.ask("2", "tools/call", "\"name\":\"ask\",\"inputResponses\":{\"a\":1}," + META);
    assertThat(client.hear().toString()).contains("input_required");
  }
}
