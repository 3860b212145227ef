package io.polyplug.bento;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.base.ManualClock;
import io.polyplug.process.Spawner;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What breaks the rules of the wire, and what only looks so (2.2, 2.3, 2.9, 12). */
class ViolationRulesTest {
  private static final Path DISH = Path.of("/abs/dish");

  private final ManualClock clock = new ManualClock();

  @TempDir Path folder;
  private Stage stage;

  @BeforeEach
  void set() {
    stage = new Stage(folder);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private BentoAdapter answering(String python) throws Exception {
    return answering(it -> it, python);
  }

  private BentoAdapter answering(UnaryOperator<AdapterSettings> change, String python)
      throws Exception {
    return stage.only(
        change,
        "zig",
        "note(str(os.getpid()))",
        "def on_detect(p):",
        "  " + python,
        "def on_install(p): reply(None)");
  }

  private boolean isAlive() throws Exception {
    return isAlive(Long.parseLong(stage.seen("zig").getFirst()));
  }

  private static boolean isAlive(long pid) {
    ProcessHandle.of(pid).ifPresent(it -> it.onExit().orTimeout(30, TimeUnit.SECONDS).join());
    // Its exit is seen by others before the host has taken its status, and it is there until then.
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    boolean alive = true;
    while (alive && System.nanoTime() - end < 0) {
      Thread.onSpinWait();
      alive = ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
    return alive;
  }

  /** A plugin whose time does not pass by itself. */
  private BentoAdapter wedged(UnaryOperator<AdapterSettings> change, String python)
      throws Exception {
    return answering(
        it -> change.apply(it.withLimits(AdapterLimits.DEFAULT).withClock(clock)), python);
  }

  /** Lets the time pass once the plugin is at it. */
  private <T> T untilTimeout(Callable<T> call) throws Exception {
    FutureTask<T> task = new FutureTask<>(call);
    Thread.ofVirtual().start(task);
    stage.log.await("wedged");
    while (!task.isDone()) {
      clock.advance(AdapterLimits.DEFAULT.query());
    }
    return task.get();
  }

  /** The call fails with this, the plugin is dead, and everything falls back. */
  private void dies(BentoAdapter zig, String cause) throws Exception {
    assertThat(zig.detect(DISH)).isFalse();
    isDead(zig, cause);
  }

  private void isDead(BentoAdapter zig, String cause) throws Exception {
    assertThat(stage.log.of("WARN zig:")).singleElement().asString().contains(cause);
    assertThat(zig.detect(Path.of("/other"))).isFalse();
    assertThat(zig.requiredToolchain(DISH)).isEmpty();
    assertThat(zig.resolvedToolchainFingerprint()).isEmpty();
    assertThat(zig.lostToolchain(DISH)).isTrue();
    AdapterError error = catchThrowableOfType(AdapterError.class, () -> zig.install(DISH, "dish"));
    assertThat(error).hasMessageStartingWith("adapter zig: install: ");
    assertThat(error.isFatal()).isTrue();
    assertThat(zig.manifest().fingerprintFiles()).containsExactly("x.toml");
    // A death is told once, however many ask the dead.
    assertThat(stage.log.of("WARN zig:")).hasSize(1);
    assertThat(stage.asked("zig", "detect")).isEqualTo(1);
    assertThat(isAlive()).isFalse();
  }

  @Test
  void aReplyWithAnotherIdKills() throws Exception {
    dies(
        answering("send({'jsonrpc':'2.0','id':rid+1,'result':{'matches':True}}); hang()"),
        "with id 3");
  }

  @Test
  void anUnsolicitedReplyKills() throws Exception {
    BentoAdapter zig = answering("reply({'matches': True}); reply({'matches': True}); hang()");
    assertThat(zig.detect(DISH)).isTrue();
    assertThat(isAlive()).isFalse();
    assertThat(zig.detect(Path.of("/other"))).isFalse();
    assertThat(stage.log.of("WARN zig:")).singleElement().asString().contains("id 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send('[1]')",
        "send('{')",
        "send({'id': rid, 'result': None})",
        "send({'jsonrpc': '2.0', 'id': 'x', 'result': None})",
        "send({'jsonrpc': '2.0', 'id': None, 'result': None})",
        "send({'jsonrpc': '2.0', 'id': -1, 'result': None})",
        "send({'jsonrpc': '2.0', 'result': None})",
        "send({'jsonrpc': '2.0', 'id': rid, 'error': 'x'})",
        "send({'jsonrpc': '2.0', 'id': rid, 'error': {'code': 'x', 'message': 'm'}})",
        "send({'jsonrpc': '2.0', 'id': rid, 'method': 'detect'})",
        "send({'jsonrpc': '2.0', 'method': 7})"
      })
  void whatIsNoMessageKills(String python) throws Exception {
    dies(answering(python + "; hang()"), "adapter zig: detect: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "raw('hello\\r\\n\\r\\n')",
        "raw('X-Foo: 1\\r\\n\\r\\n{}')",
        "raw('Content-Length: x\\r\\n\\r\\n{}')",
        "raw('Content-Length: -2\\r\\n\\r\\n{}')",
        "raw('Content-Length: 99999999999999999999\\r\\n\\r\\n{}')",
        "raw('Content-Length: %d\\r\\n\\r\\n' % ((64 << 20) + 1))",
        "raw(b'Content-Length: 1\\r\\n\\r\\n\\xff')",
        "raw('a' * 100000)"
      })
  void badFramingKills(String python) throws Exception {
    dies(answering(python + "; hang()"), "broke the rules of the wire");
  }

  @Test
  void anExitInTheMiddleOfACallFailsIt() throws Exception {
    dies(answering("os._exit(3)"), "stdout closed: it exited with code 3");
  }

  @Test
  void anExitInTheMiddleOfAFrameFailsItTheSame() throws Exception {
    dies(answering("raw('Content-Length: 9\\r\\n\\r\\n{'); os._exit(3)"), "stdout closed");
  }

  @Test
  void closingStdoutFailsTheCallAndThePluginIsKilled() throws Exception {
    dies(answering("os.close(1); hang()"), "stdout closed, and it was killed");
  }

  @Test
  void anIdleExitIsToldByTheNextCall() throws Exception {
    BentoAdapter zig = answering("reply({'matches': True}); os._exit(4)");
    assertThat(zig.detect(DISH)).isTrue();
    assertThat(isAlive()).isFalse();
    assertThat(zig.detect(Path.of("/other"))).isFalse();
    assertThat(stage.log.of("WARN zig:")).singleElement().asString().contains("code 4");
  }

  @Test
  void aWedgedPluginIsKilledAndTheRunGoesOn() throws Exception {
    BentoAdapter zig = wedged(it -> it, "log('info', 'wedged'); hang()");
    assertThat(untilTimeout(() -> zig.detect(DISH))).isFalse();
    isDead(zig, "timed out after 30000 ms");
  }

  @Test
  void logsDoNotExtendTheDeadline() throws Exception {
    String python =
        "log('info', 'wedged')\n  while True:\n    log('info', 'still here')\n    time.sleep(0.05)";
    BentoAdapter zig = wedged(it -> it, python);
    assertThat(untilTimeout(() -> zig.detect(DISH))).isFalse();
    isDead(zig, "timed out");
  }

  @Test
  void theDeadlineCoversWritingToAPluginThatDoesNotRead() throws Exception {
    BentoAdapter zig =
        stage.only(
            it -> it.withLimits(AdapterLimits.DEFAULT).withClock(clock),
            "zig",
            "MANIFEST['diagnostic_hooks'] = {'lint': {'rerun': {'kind':'replace','command':'x'},"
                + " 'parser': 'plugin'}}",
            "def on_initialize(p):",
            "  reply(MANIFEST)",
            "  log('info', 'wedged')",
            "  hang()");
    DiagnosticsRequest large =
        new DiagnosticsRequest("lint", "x".repeat(8 << 20), "", 1, Path.of("/w"), Path.of("/w"));
    assertThat(untilTimeout(() -> zig.parseDiagnostics(large))).isEmpty();
    assertThat(stage.log.of("WARN zig:")).singleElement().asString().contains("timed out");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void killingEndsTheChildrenTooAndWaitsForNoPipeOfTheirs(boolean portable) throws Exception {
    BentoAdapter zig =
        wedged(
            it -> portable ? it.withSpawner(Spawner.portable()) : it,
            "child = subprocess.Popen(['sleep', '600']); note(str(child.pid));"
                + " log('info', 'wedged'); hang()");
    assertThat(untilTimeout(() -> zig.detect(DISH))).isFalse();
    assertThat(isAlive()).isFalse();
    assertThat(isAlive(Long.parseLong(stage.seen("zig").getLast()))).isFalse();
  }

  @Test
  void anExitIsSeenThoughAGrandchildHoldsTheOutputOpen() throws Exception {
    BentoAdapter zig = answering("note(str(subprocess.Popen(['sleep', '600']).pid)); os._exit(5)");
    assertThat(zig.detect(DISH)).isFalse();
    assertThat(stage.log.of("WARN zig:").getFirst()).contains("code 5");
    assertThat(isAlive(Long.parseLong(stage.seen("zig").getLast()))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "raw('Content-Length: %d\\n\\n' % len(B) + B)",
        "raw('content-length:%d \\r\\n\\r\\n' % len(B) + B)",
        "raw('X-Foo: 1\\r\\nContent-Type: x\\r\\nContent-Length: %d\\r\\n\\r\\n' % len(B) + B)",
        "raw('Content-Length: 1\\r\\nContent-Length: %d\\r\\n\\r\\n' % len(B) + B)",
        "raw('warning: stray text\\nContent-Length: %d\\r\\n\\r\\n' % len(B) + B)",
        "send(json.dumps(json.loads(B), indent=2))",
        "log('info', 'a'); log('info', 'b'); send(B)",
        "send({'jsonrpc':'2.0','method':'other/one'}); send(B)",
        "send({'jsonrpc':'2.0','id':None,'method':'other/two'}); send(B)"
      })
  void whatOnlyLooksWrongIsAccepted(String python) throws Exception {
    BentoAdapter zig =
        answering(
            "global B; B = json.dumps({'jsonrpc':'2.0','id':rid,'result':{'matches':True},'x':1});"
                + python);
    assertThat(zig.detect(DISH)).isTrue();
    assertThat(zig.detect(Path.of("/other"))).isTrue();
    assertThat(stage.log.of("WARN")).isEmpty();
  }

  @Test
  void anErrorDecidesEvenBesideAResult() throws Exception {
    BentoAdapter zig =
        answering(
            "send({'jsonrpc':'2.0','id':rid,'result':{'matches':True},"
                + "'error':{'code':2099,'message':'m','data':{'detail':'because'}}})");
    assertThat(zig.detect(DISH)).isFalse();
    assertThat(stage.log.of("WARN zig:").getFirst()).endsWith("error 2099: m (detail: because)");
    zig.install(DISH, "dish");
  }

  @Test
  void anErrorWithTheIdNullIsThatOfTheCallInFlight() throws Exception {
    BentoAdapter zig =
        answering("send({'jsonrpc':'2.0','id':None,'error':{'code':-32700,'message':'parse'}})");
    assertThat(zig.detect(DISH)).isFalse();
    assertThat(stage.log.of("WARN zig:").getFirst()).contains("detect: error -32700: parse");
    zig.install(DISH, "dish");
  }

  @Test
  void anErrorWithTheIdNullAndNoCallInFlightIsLoggedAndDropped() throws Exception {
    BentoAdapter zig =
        answering(
            "reply({'matches': True});"
                + " send({'jsonrpc':'2.0','id':None,'error':{'code':-32600,'message':'what'}})");
    assertThat(zig.detect(DISH)).isTrue();
    assertThat(stage.log.await("no call waits for")).contains("-32600").contains("what");
    zig.install(DISH, "dish");
  }
}
