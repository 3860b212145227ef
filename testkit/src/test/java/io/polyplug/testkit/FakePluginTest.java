package io.polyplug.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.ainb.AinbPlugin;
import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginState;
import io.polyplug.host.ToolCall;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.own.InterfaceContract;
import io.polyplug.sdk.Adapter;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A plugin that follows a script under the real host, without a process. */
class FakePluginTest {
  private static final InterfaceContract GREETER =
      InterfaceContract.of("acme.greeter", 1, Sample.Greeter.class).build();
  private static final Duration LONG = Duration.ofMinutes(1);

  private static final Kind RUNE =
      new Kind(
          () -> FakePlugin.rune("fake").tool("echo", it -> it),
          it -> it.tool("echo").call(ToolCall.of(Json.EMPTY_OBJECT)),
          "request");
  private static final Kind BOWIRE =
      new Kind(
          () -> FakePlugin.bowire("fake").tool("echo", it -> it),
          it -> it.tool("fake/echo").call(ToolCall.of(Json.EMPTY_OBJECT).withTimeout(LONG)),
          BowireProtocol.INVOKE);
  private static final Kind AINB =
      new Kind(
          () -> FakePlugin.ainb("fake").as(it -> it.screen("board", Board.BLANK)),
          it -> it.as(AinbPlugin.class).render(4, 2),
          AinbProtocol.RENDER);
  private static final Kind BENTO =
      new Kind(
          () -> FakePlugin.bento("fake").as(it -> it.adapter(adapter())),
          it -> it.tool("detect").call(ToolCall.of(Json.parse("{\"dir\":\"/\"}"))),
          BentoProtocol.DETECT);
  private static final Kind MCP =
      new Kind(
          () -> FakePlugin.mcp("fake").tool("echo", it -> it),
          it -> it.tool("echo").call(ToolCall.of(Json.EMPTY_OBJECT).withTimeout(LONG)),
          McpMethods.TOOLS_CALL);
  private static final Kind OWN =
      new Kind(
          () -> FakePlugin.own(GREETER, "fake").tool("greet", _ -> Json.string("hello")),
          it -> assertThat(it.as(Sample.Greeter.class).greet("Ada")).isEqualTo("hello"),
          "greet");

  static List<Kind> contracts() {
    return List.of(RUNE, BOWIRE, AINB, BENTO, MCP, OWN);
  }

  private static Adapter adapter() {
    return Adapter.called("Fake").task("build", "true").detect((_, _) -> true);
  }

  /** A contract with a good fake of it, a call, and the method that the call becomes. */
  record Kind(Supplier<FakePlugin> good, Consumer<Plugin> call, String method) {
    @Override
    public String toString() {
      return method;
    }

    VirtualHost host(FakePlugin fake) {
      return new VirtualHost().contract(GREETER).add(fake);
    }

    Future<Boolean> begin(VirtualHost host) {
      return host.begin(
          () -> {
            call.accept(host.plugin("fake"));
            return true;
          });
    }

    FailureCode failure(VirtualHost host, Future<Boolean> begun) {
      PluginFailure thrown = catchThrowableOfType(PluginFailure.class, () -> host.await(begun));
      assertThat(thrown).as("a failure of the plugin").isNotNull();
      return thrown.failure().code();
    }
  }

  @ParameterizedTest
  @MethodSource("contracts")
  void whatNobodyScriptedIsAnsweredWell(Kind kind) {
    FakePlugin fake = kind.good.get();
    try (VirtualHost host = kind.host(fake)) {
      host.await(kind.begin(host));
      assertThat(fake.received(kind.method)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("contracts")
  void aCrashFailsTheCall(Kind kind) {
    FakePlugin fake = kind.good.get().on(kind.method, Reaction.crash(3));
    try (VirtualHost host = kind.host(fake)) {
      Future<Boolean> begun = kind.begin(host);
      host.awaitFrame(it -> it.method().orElse("").equals(kind.method));
      assertThat(kind.failure(host, begun)).isEqualTo(FailureCode.CRASHED);
    }
  }

  @ParameterizedTest
  @MethodSource("contracts")
  void silenceMeetsTheDeadlineWithoutWaiting(Kind kind) {
    FakePlugin fake = kind.good.get().on(kind.method, Reaction.silence());
    try (VirtualHost host = kind.host(fake)) {
      Future<Boolean> begun = kind.begin(host);
      host.awaitFrame(it -> it.method().orElse("").equals(kind.method));
      assertThat(begun.isDone()).isFalse();
      host.advance(LONG.plusSeconds(1));
      assertThat(kind.failure(host, begun)).isEqualTo(FailureCode.TIMEOUT);
    }
  }

  @ParameterizedTest
  @MethodSource("contracts")
  void aLateAnswerInTimeIsAnAnswer(Kind kind) {
    Reaction late = Reaction.after(Duration.ofSeconds(1), Reaction.usual());
    FakePlugin fake = kind.good.get().on(kind.method, late);
    try (VirtualHost host = kind.host(fake)) {
      Future<Boolean> begun = kind.begin(host);
      host.awaitFrame(it -> it.method().orElse("").equals(kind.method));
      host.advance(Duration.ofMillis(900));
      assertThat(begun.isDone()).isFalse();
      host.advance(Duration.ofMillis(200));
      assertThat(host.await(begun)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("contracts")
  void aCrashAtTheStartIsTold(Kind kind) {
    FakePlugin fake = kind.good.get().atStart(Reaction.crash(9));
    try (VirtualHost host = kind.host(fake)) {
      Future<Boolean> begun = kind.begin(host);
      assertThat(kind.failure(host, begun)).isIn(FailureCode.CRASHED, FailureCode.HANDSHAKE_FAILED);
    }
  }

  @ParameterizedTest
  @MethodSource("contracts")
  void halfAFrameAndTheEndIsACrash(Kind kind) {
    Reaction half = Reaction.halfFrame().then(Reaction.crash(0));
    FakePlugin fake = kind.good.get().on(kind.method, half);
    try (VirtualHost host = kind.host(fake)) {
      Future<Boolean> begun = kind.begin(host);
      assertThat(kind.failure(host, begun))
          .isIn(FailureCode.CRASHED, FailureCode.MALFORMED_RESPONSE);
    }
  }

  @Test
  void anErrorOfThePluginIsItsOwn() {
    FakePlugin fake = FakePlugin.rune("fake").on("request", Reaction.fail(4, "will not"));
    fake.tool("echo", it -> it);
    try (VirtualHost host = new VirtualHost().add(fake)) {
      assertThatThrownBy(() -> host.call("fake", "echo", Json.EMPTY_OBJECT))
          .isInstanceOfSatisfying(
              PluginError.class, it -> assertThat(it.getMessage()).contains("will not"));
    }
  }

  @Test
  void garbageOnTheWireOfAinbEndsThePlugin() {
    FakePlugin fake = AINB.good.get().on(AinbProtocol.RENDER, Reaction.garbage("no header\n\n"));
    try (VirtualHost host = new VirtualHost().add(fake)) {
      Future<Boolean> begun = AINB.begin(host);
      assertThat(AINB.failure(host, begun)).isEqualTo(FailureCode.MALFORMED_RESPONSE);
    }
  }

  @Test
  void anAnswerIsReplacedByTheTests() {
    FakePlugin fake =
        FakePlugin.bento("fake")
            .as(it -> it.adapter(adapter()))
            .on(BentoProtocol.DETECT, _ -> Json.parse("{\"matches\":false}"));
    try (VirtualHost host = new VirtualHost().add(fake)) {
      Json here = Json.parse("{\"dir\":\"/\"}");
      assertThat(host.call("fake", "detect", here).output().toString()).contains("false");
    }
  }

  @Test
  void aPluginRestartsAfterItsBackoff() {
    FakePlugin fake = AINB.good.get();
    try (VirtualHost host = new VirtualHost().add(fake)) {
      host.await(AINB.begin(host));
      fake.crash(1);
      host.awaitState("fake", PluginState.BACKOFF, 1);
      host.advance(Duration.ofMillis(900));
      assertThat(host.spawner().started()).hasSize(1);
      host.advance(Duration.ofMillis(200));
      host.await(AINB.begin(host));
      assertThat(host.spawner().started()).hasSize(2);
      assertThat(host.states("fake")).contains(PluginState.BACKOFF);
    }
  }

  @Test
  void threeFailuresQuarantineAPluginUntilItIsReloaded() {
    FakePlugin fake =
        AINB.good
            .get()
            .atStart(Reaction.crash(1), Reaction.crash(1), Reaction.crash(1), Reaction.usual());
    try (VirtualHost host = new VirtualHost().add(fake)) {
      assertThat(AINB.failure(host, AINB.begin(host))).isEqualTo(FailureCode.HANDSHAKE_FAILED);
      host.awaitState("fake", PluginState.BACKOFF, 1);
      host.advance(Duration.ofSeconds(1));
      host.awaitState("fake", PluginState.BACKOFF, 2);
      host.advance(Duration.ofSeconds(4));
      host.awaitState("fake", PluginState.QUARANTINED, 1);
      assertThat(AINB.failure(host, AINB.begin(host))).isEqualTo(FailureCode.QUARANTINED);
      host.plugin("fake").reload();
      host.await(AINB.begin(host));
      assertThat(host.spawner().started()).hasSize(4);
    }
  }

  @Test
  void whatItSaysByItselfIsHeard() {
    FakePlugin fake = AINB.good.get().as(it -> it.asks("event_bus").publishes("t"));
    try (VirtualHost host = new VirtualHost().add(fake)) {
      host.await(AINB.begin(host));
      fake.tell(
          AinbProtocol.SNAPSHOT_PUBLISH, Json.parse("{\"topic\":\"t\",\"payload\":\"aGk=\"}"));
      Json got = fake.ask(AinbProtocol.SNAPSHOT_GET, Json.parse("{\"topic\":\"t\"}"));
      assertThat(got.toString()).contains("aGk=");
      fake.log("by the way");
      host.awaitLog("fake", "by the way");
    }
  }

  @Test
  void onePluginThatIgnoresEverythingIsKilledInVirtualTime() {
    FakePlugin fake =
        AINB.good
            .get()
            .on(AinbProtocol.SHUTDOWN, Reaction.silence())
            .ignoringEndOfInput()
            .ignoringTerm();
    VirtualHost host = new VirtualHost().add(fake);
    host.await(AINB.begin(host));
    Duration before = Duration.ofNanos(host.time().clock().nanoTime());
    host.close();
    assertThat(Duration.ofNanos(host.time().clock().nanoTime()).minus(before))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(5));
    assertThat(host.spawner().alive()).isEmpty();
  }

  @Test
  void nothingIsLeftOfAHostThatIsClosed() throws InterruptedException {
    FakePlugin fake = BOWIRE.good.get();
    VirtualHost host = new VirtualHost().add(fake);
    host.await(BOWIRE.begin(host));
    List<Thread> programs =
        Thread.getAllStackTraces().keySet().stream()
            .filter(it -> it.getName().contains("-fake-"))
            .toList();
    assertThat(programs).isNotEmpty();
    host.close();
    for (Thread program : programs) {
      assertThat(program.join(Duration.ofSeconds(20))).as(program.getName()).isTrue();
    }
    assertThat(host.home()).doesNotExist();
  }
}
