package io.polyplug.ainb;

import static io.polyplug.ainb.Answers.assertDenied;
import static io.polyplug.ainb.Answers.error;
import static io.polyplug.ainb.Answers.granted;
import static io.polyplug.ainb.Answers.params;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.base.Clock;
import io.polyplug.base.ManualClock;
import io.polyplug.process.Spawner;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallFailure;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActionServiceTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final ActionRoutes NOWHERE = (action, caller) -> Optional.empty();

  private final ManualClock clock = new ManualClock();

  @TempDir Path temp;

  private ActionContext context(Capabilities capabilities) {
    return new ActionContext(
        "caller",
        temp,
        capabilities,
        HostHomes.of(Map.of("HOME", temp.toString())),
        clock,
        Spawner.platform());
  }

  private ActionService service(AinbActions actions, ActionRoutes routes) {
    return new ActionService(actions, context(Capabilities.NONE), routes);
  }

  private ActionService builtIn() {
    return service(AinbActions.builtIn(), NOWHERE);
  }

  private ActionService routed(ActionRoute route) {
    return service(AinbActions.builtIn(), (action, caller) -> Optional.of(route));
  }

  private static Json call(String action, String payload, long timeout) {
    return Json.object(
        out -> {
          out.writeStringProperty("action", action);
          out.writeStringProperty("payload", Bytes.write(payload.getBytes(StandardCharsets.UTF_8)));
          out.writeNumberProperty("timeout_ms", timeout);
        });
  }

  private static Json result(String payload) {
    return params("payload", Bytes.write(payload.getBytes(StandardCharsets.UTF_8)));
  }

  private static <T> FutureTask<T> start(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.ofVirtual().start(task);
    return task;
  }

  @Test
  void echoAnswersWhatItGotInBothFormsOfBytes() throws Exception {
    assertThat(builtIn().invoke(call("host.echo", "ping", 500))).isEqualTo(result("ping"));
    assertThat(builtIn().invoke(Json.parse("{\"action\":\"host.echo\",\"payload\":[112]}")))
        .isEqualTo(result("p"));
    assertThat(builtIn().invoke(Json.parse("{\"action\":\"host.echo\",\"payload\":\"\"}")))
        .isEqualTo(result(""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"action\":\"host.echo\"}",
        "{\"action\":1,\"payload\":\"\"}",
        "{\"action\":\"host.echo\",\"payload\":\"?\"}",
        "{\"action\":\"host.echo\",\"payload\":\"\",\"timeout_ms\":-1}",
        "{\"action\":\"host.echo\",\"payload\":\"\",\"timeout_ms\":1.5}",
        "{\"action\":\"host.echo\",\"payload\":\"\",\"timeout_ms\":18446744073709551616}",
      })
  void paramsThatDoNotDecodeAreInvalid(String params) {
    assertThat(error(() -> builtIn().invoke(Json.parse(params))).code()).isEqualTo(-32602);
  }

  @Test
  void anActionThatNobodyHasIsNotFound() {
    assertThat(error(() -> builtIn().invoke(call("no.such", "", 0))))
        .isEqualTo(new ErrorObject(-32601, "method not found: no.such"));
  }

  @Test
  void sleepAnswersWhenItsTimeHasCome() throws Exception {
    FutureTask<Json> sleep = start(() -> builtIn().invoke(call("host.sleep", "{\"ms\":900}", 0)));
    assertThat(clock.awaitWaiting(1, LONG)).isTrue();
    clock.advance(Duration.ofMillis(899));
    assertThat(sleep.isDone()).isFalse();
    clock.advance(Duration.ofMillis(1));
    assertThat(sleep.get(30, TimeUnit.SECONDS)).isEqualTo(result("{}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "[]", "{}", "{\"ms\":-1}", "{\"ms\":\"1\"}"})
  void aPayloadThatAnActionCannotDecodeIsInvalidParams(String payload) {
    assertThat(error(() -> builtIn().invoke(call("host.sleep", payload, 0))).code())
        .isEqualTo(-32602);
  }

  @Test
  void aTimeoutIsAnsweredAtOnceAndTheWorkIsInterrupted() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    ActionService service =
        service(
            AinbActions.builtIn()
                .with(
                    "slow",
                    null,
                    (payload, context) -> {
                      begun.countDown();
                      try {
                        new CountDownLatch(1).await();
                      } finally {
                        interrupted.countDown();
                      }
                      return payload;
                    }),
            NOWHERE);
    FutureTask<ErrorObject> slow = start(() -> error(() -> service.invoke(call("slow", "", 200))));
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    clock.advance(Duration.ofMillis(199));
    assertThat(slow.isDone()).isFalse();
    clock.advance(Duration.ofMillis(1));
    assertThat(slow.get(30, TimeUnit.SECONDS))
        .isEqualTo(new ErrorObject(-32002, "action timed out: slow"));
    assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(service.invoke(call("host.echo", "after", 0))).isEqualTo(result("after"));
  }

  @Test
  void aTimeoutIsNotWaitedForByWhoIgnoresInterrupts() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    ActionService service =
        service(
            AinbActions.builtIn()
                .with(
                    "deaf",
                    null,
                    (payload, context) -> {
                      begun.countDown();
                      while (over.getCount() > 0) {
                        Thread.interrupted();
                        LockSupport.parkNanos(1_000_000);
                      }
                      return payload;
                    }),
            NOWHERE);
    try {
      FutureTask<ErrorObject> deaf = start(() -> error(() -> service.invoke(call("deaf", "", 5))));
      assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
      clock.advance(Duration.ofMillis(5));
      assertThat(deaf.get(30, TimeUnit.SECONDS).code()).isEqualTo(-32002);
    } finally {
      over.countDown();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "9223372036854775808", "18446744073709551615"})
  void noTimeoutOrAnEndlessOneWaits(String timeout) throws Exception {
    Json call =
        Json.parse(
            "{\"action\":\"host.sleep\",\"payload\":\""
                + Bytes.write("{\"ms\":86400000}".getBytes(StandardCharsets.UTF_8))
                + "\",\"timeout_ms\":"
                + timeout
                + "}");
    FutureTask<Json> sleep = start(() -> builtIn().invoke(call));
    assertThat(clock.awaitWaiting(timeout.equals("0") ? 1 : 2, LONG)).isTrue();
    clock.advance(Duration.ofDays(1));
    assertThat(sleep.get(30, TimeUnit.SECONDS)).isEqualTo(result("{}"));
    assertThat(clock.waiting()).isZero();
  }

  @Test
  void anInterruptOfTheCallerEndsTheWork() throws Exception {
    FutureTask<Json> sleep =
        new FutureTask<>(() -> builtIn().invoke(call("host.sleep", "{\"ms\":1}", 0)));
    Thread caller = Thread.ofVirtual().start(sleep);
    assertThat(clock.awaitWaiting(1, LONG)).isTrue();
    caller.interrupt();
    assertThat(caller.join(LONG)).isTrue();
    assertThat(sleep.state()).isEqualTo(FutureTask.State.FAILED);
    assertThat(sleep.exceptionNow()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void aMissingCapabilityIsFoundBeforeThePayloadIsLookedAt() throws Exception {
    assertDenied("spawn_subprocess", () -> builtIn().invoke(call("process.exec", "nonsense", 0)));
    assertDenied(
        "write_plugin_data", () -> builtIn().invoke(call("plugin_data.write", "nonsense", 0)));
    AinbActions own = AinbActions.builtIn().with("own", "event_bus", (payload, context) -> payload);
    assertDenied("event_bus", () -> service(own, NOWHERE).invoke(call("own", "", 0)));
    assertThat(
            new ActionService(own, context(granted("event_bus", true)), NOWHERE)
                .invoke(call("own", "x", 0)))
        .isEqualTo(result("x"));
  }

  @Test
  void aRegistryWithOneMoreLeavesTheOtherAsItWas() {
    AinbActions first = AinbActions.builtIn();
    first.with("more", null, (payload, context) -> payload);
    assertThat(error(() -> service(first, NOWHERE).invoke(call("more", "", 0))).code())
        .isEqualTo(-32601);
  }

  @Test
  void anActionOfTheHostComesBeforeAPlugin() throws Exception {
    ActionRoute never =
        params -> {
          throw new AssertionError("routed");
        };
    assertThat(routed(never).invoke(call("host.echo", "x", 0))).isEqualTo(result("x"));
  }

  @Test
  void anotherPluginIsFoundForTheCallerAndGetsTheSameParams() throws Exception {
    Json call = call("weather", "now", 7000);
    ActionRoutes routes =
        (action, caller) -> {
          assertThat(action + caller).isEqualTo("weathercaller");
          return Optional.of(
              params -> {
                assertThat(params).isEqualTo(call);
                return Json.parse("{\"payload\":[111,107],\"more\":1}");
              });
        };
    assertThat(service(AinbActions.builtIn(), routes).invoke(call)).isEqualTo(result("ok"));
  }

  @Test
  void anErrorOfTheOtherPluginPassesUnchanged() {
    ErrorObject theirs = new ErrorObject(-32601, "method not found: x", Json.parse("[1]"));
    ActionRoute route =
        params -> {
          throw new RpcException(theirs);
        };
    assertThat(error(() -> routed(route).invoke(call("x", "", 0)))).isEqualTo(theirs);
  }

  @Test
  void anotherPluginThatDiesOrAnswersNonsenseIsAnInternalError() {
    ActionRoute dying =
        params -> {
          throw new CallException(new CallFailure.Cancelled());
        };
    ActionRoute broken =
        params -> {
          throw new IllegalStateException("a secret of the host");
        };
    ActionRoute nonsense = params -> Json.parse("{\"payload\":7}");
    for (ActionRoute route : new ActionRoute[] {dying, broken, nonsense}) {
      ErrorObject error = error(() -> routed(route).invoke(call("x", "", 0)));
      assertThat(error.code()).isEqualTo(-32603);
      assertThat(error.message()).doesNotContain("secret");
    }
  }

  @Test
  void theTimeoutCoversTheOtherPluginToo() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    ActionRoute silent =
        params -> {
          begun.countDown();
          new CountDownLatch(1).await();
          return params;
        };
    FutureTask<ErrorObject> call =
        start(() -> error(() -> routed(silent).invoke(call("x", "", 1))));
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    clock.advance(Duration.ofMillis(1));
    assertThat(call.get(30, TimeUnit.SECONDS)).isEqualTo(AinbErrors.actionTimedOut("x").error());
  }

  @Test
  void aResultThatNoFrameCanCarryIsAnInternalError() {
    AinbActions large =
        AinbActions.builtIn().with("large", null, (payload, context) -> new byte[13 << 20]);
    assertThat(error(() -> service(large, NOWHERE).invoke(call("large", "", 0))))
        .isEqualTo(new ErrorObject(-32603, "response exceeds frame limit"));
  }

  @Test
  void dataIsWrittenIntoThePluginsOwnFolder() throws Exception {
    ActionService service =
        new ActionService(
            AinbActions.builtIn(), context(granted("write_plugin_data", true)), NOWHERE);
    assertThat(
            service.invoke(call("plugin_data.write", "{\"path\":\"a/b\",\"bytes\":\"aGk=\"}", 0)))
        .isEqualTo(result("{\"written\":2}"));
    assertThat(temp.resolve(".agents-in-a-box/plugins/caller/a/b")).hasContent("hi");
    assertDenied(
        "write_plugin_data",
        () ->
            service.invoke(call("plugin_data.write", "{\"path\":\"../x\",\"bytes\":\"aGk=\"}", 0)));
    for (String payload :
        new String[] {"{\"path\":\"x\"}", "{\"path\":\"x\",\"bytes\":\"?\"}", "{\"bytes\":\"\"}"}) {
      assertThat(error(() -> service.invoke(call("plugin_data.write", payload, 0))).code())
          .isEqualTo(-32602);
    }
  }

  @Test
  void withoutAHomeNothingIsWritten() {
    ActionContext homeless =
        new ActionContext(
            "caller",
            temp,
            granted("write_plugin_data", true),
            HostHomes.of(Map.of()),
            Clock.system(),
            Spawner.platform());
    ActionService service = new ActionService(AinbActions.builtIn(), homeless, NOWHERE);
    assertThat(
            error(
                    () ->
                        service.invoke(
                            call("plugin_data.write", "{\"path\":\"x\",\"bytes\":\"\"}", 0)))
                .code())
        .isEqualTo(-32603);
  }
}
