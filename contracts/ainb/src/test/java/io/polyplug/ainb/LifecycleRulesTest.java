package io.polyplug.ainb;

import static io.polyplug.host.PluginState.BACKOFF;
import static io.polyplug.host.PluginState.IDLE;
import static io.polyplug.host.PluginState.QUARANTINED;
import static io.polyplug.host.PluginState.RUNNING;
import static io.polyplug.host.PluginState.STARTING;
import static io.polyplug.host.PluginState.STOPPING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.base.ManualClock;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Section 8, with real processes and a clock of our own. */
class LifecycleRulesTest {
  private static final String NAMESPACE = "[provides]\ncli_namespaces = [\"x\"]\n";
  private static final String BODY =
      """
      def cli(params):
          if params["argv"] == ["hang"]:
              note("hanging")
              return plugin.result("host/snapshot/get", {}) if False else threading.Event().wait()
          return {"stdout": "", "stderr": "", "exit_code": 0}
      plugin.on("plugin/cli_dispatch", cli)
      plugin.serve()
      """;

  @TempDir Path folder;
  private final ManualClock clock = new ManualClock();
  private Stage stage;

  @BeforeEach
  void open() throws Exception {
    stage = new Stage(folder).clock(clock);
  }

  @AfterEach
  void close() throws Exception {
    // The ladder waits on this clock, too.
    Thread closing = Thread.ofVirtual().start(stage::close);
    while (closing.isAlive()) {
      clock.advance(Duration.ofSeconds(1));
      closing.join(Duration.ofMillis(10));
    }
  }

  private void start(String name, String tables) throws Exception {
    stage.plugin(name, NAMESPACE + tables, BODY);
  }

  private void call(String name) {
    stage.ainb(name).cli("x", List.of(), Optional.empty());
  }

  private PluginFailure refusal(String name) {
    return catchThrowableOfType(PluginFailure.class, () -> call(name));
  }

  private long pid(String name) {
    return stage.plugin(name).status().pid().orElseThrow();
  }

  private void kill(String name) {
    ProcessHandle.of(pid(name)).orElseThrow().destroyForcibly();
  }

  @Test
  void lazyStartsWithTheFirstRequestAndEagerWithTheHost() throws Exception {
    start("lazy", "");
    start("eager", "[lifecycle]\nspawn = \"eager\"\n");
    stage.host();
    stage.entered("eager", RUNNING, 1);
    assertThat(stage.plugin("lazy").state()).isEqualTo(IDLE);
    call("lazy");
    stage.entered("lazy", RUNNING, 1);
    assertThat(stage.states("lazy")).containsExactly(STARTING, RUNNING);
  }

  @Test
  void aCrashIsFollowedByBackoffAndByARespawnOfItsOwn() throws Exception {
    start("p", "");
    call("p");
    long before = pid("p");
    kill("p");
    stage.entered("p", BACKOFF, 1);
    clock.advance(Duration.ofMillis(999));
    assertThat(stage.plugin("p").state()).isEqualTo(BACKOFF);
    CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> call("p"));
    clock.advance(Duration.ofMillis(1));
    waiting.get(60, TimeUnit.SECONDS);
    assertThat(pid("p")).isNotEqualTo(before);
    stage.entered("p", RUNNING, 2);
    assertThat(stage.states("p")).containsExactly(STARTING, RUNNING, BACKOFF, STARTING, RUNNING);
  }

  @Test
  void theThirdFailureWithinAMinuteQuarantinesAtOnceAlthoughStartsBetweenWereGood()
      throws Exception {
    start("p", "");
    call("p");
    kill("p");
    stage.entered("p", BACKOFF, 1);
    clock.advance(Duration.ofSeconds(1));
    stage.entered("p", RUNNING, 2);
    clock.advance(Duration.ofSeconds(20));
    kill("p");
    stage.entered("p", BACKOFF, 2);
    clock.advance(Duration.ofMillis(3999));
    assertThat(stage.plugin("p").state()).isEqualTo(BACKOFF);
    clock.advance(Duration.ofMillis(1));
    stage.entered("p", RUNNING, 3);
    clock.advance(Duration.ofSeconds(20));
    kill("p");
    stage.entered("p", QUARANTINED, 1);
    assertThat(stage.states("p"))
        .endsWith(STARTING, RUNNING, BACKOFF, QUARANTINED)
        .filteredOn(BACKOFF::equals)
        .hasSize(3);
    PluginFailure failure = refusal("p");
    assertThat(failure.failure().code()).isEqualTo(FailureCode.QUARANTINED);
    assertThat(failure.getMessage()).contains("p").contains("quarantined");
    clock.advance(Duration.ofMinutes(10));
    assertThat(stage.plugin("p").state()).isEqualTo(QUARANTINED);
  }

  @Test
  void failuresOlderThanTheWindowDoNotCount() throws Exception {
    start("p", "");
    call("p");
    for (int i = 1; i <= 4; i++) {
      kill("p");
      stage.entered("p", BACKOFF, i);
      clock.advance(Duration.ofSeconds(1));
      stage.entered("p", RUNNING, i + 1);
      clock.advance(Duration.ofSeconds(60));
    }
    assertThat(stage.states("p")).doesNotContain(QUARANTINED);
  }

  @Test
  void onlyAReloadEndsAQuarantineAndItClearsTheHistory() throws Exception {
    stage.plugin("p", NAMESPACE, "read()\nsys.exit(1)\n");
    assertThat(refusal("p").failure().message()).contains("before it answered init");
    stage.entered("p", BACKOFF, 1);
    clock.advance(Duration.ofSeconds(1));
    stage.entered("p", BACKOFF, 2);
    clock.advance(Duration.ofSeconds(4));
    stage.entered("p", QUARANTINED, 1);
    stage.plugin("p").reload();
    stage.entered("p", IDLE, 1);
    assertThat(refusal("p").failure().message()).contains("before it answered init");
    stage.entered("p", BACKOFF, 4);
    assertThat(stage.plugin("p").state()).isEqualTo(BACKOFF);
  }

  @Test
  void aReloadOfARunningPluginClearsTheHistoryAndNothingElse() throws Exception {
    start("p", "");
    call("p");
    for (int i = 1; i <= 2; i++) {
      kill("p");
      stage.entered("p", BACKOFF, i);
      clock.advance(Duration.ofSeconds(4));
      stage.entered("p", RUNNING, i + 1);
    }
    long pid = pid("p");
    stage.plugin("p").reload();
    call("p");
    assertThat(pid("p")).isEqualTo(pid);
    kill("p");
    stage.entered("p", BACKOFF, 3);
    assertThat(stage.plugin("p").state()).isEqualTo(BACKOFF);
  }

  @Test
  void anEagerPluginIsStartedAgainByTheReload() throws Exception {
    start("p", "[lifecycle]\nspawn = \"eager\"\n");
    stage.host();
    for (int i = 1; i <= 3; i++) {
      stage.entered("p", RUNNING, i);
      kill("p");
      stage.entered("p", BACKOFF, i);
      clock.advance(Duration.ofSeconds(4));
    }
    stage.entered("p", QUARANTINED, 1);
    stage.plugin("p").reload();
    stage.entered("p", RUNNING, 4);
  }

  @Test
  void everyOutstandingRequestFailsWithTheCrash() throws Exception {
    stage.withFrames();
    start("p", "");
    call("p");
    List<CompletableFuture<PluginFailure>> hanging = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      hanging.add(
          CompletableFuture.supplyAsync(
              () ->
                  catchThrowableOfType(
                      PluginFailure.class,
                      () -> stage.ainb("p").cli("x", List.of("hang"), Optional.empty())),
              Thread::startVirtualThread));
    }
    for (int i = 0; i < 3; i++) {
      stage.sent("p", "cli_dispatch", i + 2);
    }
    kill("p");
    for (CompletableFuture<PluginFailure> call : hanging) {
      assertThat(call.get(60, TimeUnit.SECONDS).failure().message()).contains("plugin exited");
    }
  }

  @Test
  void anIdlePluginIsReapedAndIsNoFailure() throws Exception {
    start("p", "[lifecycle]\nidle_reap_secs = 5\n");
    call("p");
    clock.advance(Duration.ofSeconds(4));
    call("p");
    clock.advance(Duration.ofSeconds(4));
    assertThat(stage.plugin("p").state()).isEqualTo(RUNNING);
    clock.advance(Duration.ofSeconds(1));
    stage.entered("p", IDLE, 1);
    assertThat(stage.states("p")).containsExactly(STARTING, RUNNING, STOPPING, IDLE);
    assertThat(stage.plugin("p").lastFailure()).isEmpty();
    call("p");
    stage.entered("p", RUNNING, 2);
  }

  @Test
  void aPluginThatWaitsForItsHostIsNotReaped() throws Exception {
    stage.plugin(
        "asks",
        NAMESPACE + "[lifecycle]\nidle_reap_secs = 5\n",
        """
        def cli(params):
            send({"jsonrpc": "2.0", "id": 1, "method": "host/action/invoke",
                  "params": {"action": "other", "payload": ""}})
            return {"stdout": "", "stderr": "", "exit_code": 0}
        plugin.on("plugin/cli_dispatch", cli)
        while (message := read()) is not None:
            if "method" not in message:
                note("answered")
            elif "id" in message:
                result = plugin.handlers[message["method"]](message["params"])
                send({"jsonrpc": "2.0", "id": message["id"], "result": result})
        """);
    stage.plugin(
        "other",
        "[provides]\ncli_namespaces = [\"other\"]\n",
        """
        def invoked(params):
            note("asked")
            threading.Event().wait()
        plugin.on("host/action/invoke", invoked)
        plugin.serve()
        """);
    call("asks");
    stage.line("other", "asked");
    for (int i = 0; i < 100; i++) {
      clock.advance(Duration.ofSeconds(10));
    }
    assertThat(stage.plugin("asks").state()).isEqualTo(RUNNING);
    kill("other");
    stage.line("asks", "answered");
    for (int i = 0; i < 10; i++) {
      clock.advance(Duration.ofSeconds(1));
    }
    stage.entered("asks", IDLE, 1);
  }

  @Test
  void theTimeOfACommandCoversTheStart() throws Exception {
    // The time of its init never passes: the clock moves no further than the command waits.
    stage.plugin("p", NAMESPACE, "read()\nread()\n");
    CompletableFuture<PluginFailure> late =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowableOfType(
                    PluginFailure.class,
                    () -> stage.ainb("p").cli("x", List.of(), Optional.of(Duration.ofMillis(200)))),
            Thread::startVirtualThread);
    // The command's time and that of init.
    assertThat(clock.awaitWaiting(2, Duration.ofMinutes(1))).isTrue();
    clock.advance(Duration.ofMillis(200));
    assertThat(late.get(60, TimeUnit.SECONDS).failure().code()).isEqualTo(FailureCode.TIMEOUT);
    assertThat(stage.plugin("p").state()).isEqualTo(STARTING);
  }

  @Test
  void neitherZeroNorALiveSubscriptionNorARequestInFlightIsReaped() throws Exception {
    start("never", "[lifecycle]\nidle_reap_secs = 0\n");
    start(
        "hears",
        """
        [capabilities]
        event_bus = true
        [subscribes]
        snapshots = ["t", "u"]
        latest_state = ["u"]
        [lifecycle]
        idle_reap_secs = 1
        """);
    start("busy", "[lifecycle]\nidle_reap_secs = 1\n");
    start(
        "latest",
        """
        [capabilities]
        event_bus = true
        [subscribes]
        snapshots = ["u"]
        latest_state = ["u"]
        [lifecycle]
        idle_reap_secs = 1
        """);
    for (String name : List.of("never", "hears", "latest", "busy")) {
      call(name);
    }
    CompletableFuture<PluginFailure> hanging =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowableOfType(
                    PluginFailure.class,
                    () -> stage.ainb("busy").cli("x", List.of("hang"), Optional.empty())));
    stage.line("busy", "hanging");
    for (int i = 0; i < 100; i++) {
      clock.advance(Duration.ofSeconds(10));
    }
    stage.entered("latest", IDLE, 1);
    assertThat(stage.plugin("never").state()).isEqualTo(RUNNING);
    assertThat(stage.plugin("hears").state()).isEqualTo(RUNNING);
    assertThat(stage.plugin("busy").state()).isEqualTo(RUNNING);
    kill("busy");
    assertThat(hanging.get(60, TimeUnit.SECONDS)).isNotNull();
  }
}
