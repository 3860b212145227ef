package io.polyplug.bento;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.polyplug.process.Spawner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How plugins are ended (2.4, 12). */
class ShutdownRulesTest {
  private static final Path DISH = Path.of("/abs/dish");
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final String ON_TERM =
      "signal.signal(signal.SIGTERM, lambda *a: (note('TERM'), os._exit(0)))";

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

  private static AdapterLimits limits(Duration shutdown, Duration terminate) {
    return new AdapterLimits(Stage.AMPLE, Stage.AMPLE, shutdown, terminate);
  }

  private boolean isAlive(String id) throws Exception {
    long pid = Long.parseLong(stage.seen(id).getFirst());
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @Test
  void shutdownHasNoParamsAndAPluginThatObeysIsNotSignalled() throws Exception {
    stage.plugin("zig", ON_TERM);
    stage.start().close();
    assertThat(stage.seen("zig").getLast())
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"shutdown\"}");
  }

  @Test
  void closingRightAfterTheStartStillIntroducesAndAsks() throws Exception {
    stage.plugin("a");
    stage.plugin("b");
    BentoAdapters adapters = stage.start();
    adapters.close();
    assertThat(adapters.adapters()).hasSize(2);
    assertThat(stage.asked("a", "shutdown")).isEqualTo(1);
    assertThat(stage.asked("b", "shutdown")).isEqualTo(1);
  }

  @Test
  void closingTwiceDoesNothing() throws Exception {
    stage.plugin("zig");
    BentoAdapters adapters = stage.start();
    adapters.close();
    adapters.close();
    assertThat(stage.asked("zig", "shutdown")).isEqualTo(1);
  }

  @Test
  void onePluginThatAnswersAndStaysGetsTerm() throws Exception {
    stage.plugin(
        "zig", "note(str(os.getpid()))", ON_TERM, "def on_shutdown(p): reply(None); hang()");
    BentoAdapters adapters = stage.start(it -> it.withLimits(limits(SHORT, Stage.AMPLE)));
    assertThat(adapters.adapters()).hasSize(1);
    adapters.close();
    assertThat(stage.seen("zig").getLast()).isEqualTo("TERM");
    assertThat(isAlive("zig")).isFalse();
  }

  @Test
  void onePluginThatDoesNotAnswerGetsTermTheSame() throws Exception {
    stage.plugin("zig", "note(str(os.getpid()))", ON_TERM, "def on_shutdown(p): hang()");
    BentoAdapters adapters = stage.start(it -> it.withLimits(limits(SHORT, Stage.AMPLE)));
    assertThat(adapters.adapters()).hasSize(1);
    adapters.close();
    assertThat(stage.seen("zig").getLast()).isEqualTo("TERM");
    assertThat(isAlive("zig")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void onePluginThatIgnoresTermIsKilledWithItsChildren(boolean portable) throws Exception {
    stage.plugin(
        "zig",
        "note(str(os.getpid()))",
        "signal.signal(signal.SIGTERM, lambda *a: note('TERM'))",
        "CHILD = \"trap '' TERM; sleep 600; true\"",
        "note(str(subprocess.Popen(['sh', '-c', CHILD]).pid))",
        "def on_shutdown(p):",
        "  while True: time.sleep(600)");
    BentoAdapters adapters =
        stage.start(
            it ->
                portable
                    ? it.withLimits(limits(SHORT, SHORT)).withSpawner(Spawner.portable())
                    : it.withLimits(limits(SHORT, SHORT)));
    assertThat(adapters.adapters()).hasSize(1);
    adapters.close();
    assertThat(isAlive("zig")).isFalse();
    long child = Long.parseLong(stage.seen("zig").get(1));
    ProcessHandle.of(child).ifPresent(it -> it.onExit().orTimeout(30, TimeUnit.SECONDS).join());
  }

  @Test
  void pluginsAreEndedAtTheSameTime() throws Exception {
    // Each ends only when the other was asked to as well.
    stage.plugin("a", "def on_shutdown(p): open('a-asked', 'w'); wait_for('b-asked'); sys.exit(0)");
    stage.plugin("b", "def on_shutdown(p): open('b-asked', 'w'); wait_for('a-asked'); sys.exit(0)");
    BentoAdapters adapters = stage.start();
    assertThat(adapters.adapters()).hasSize(2);
    adapters.close();
    assertThat(stage.asked("a", "shutdown")).isEqualTo(1);
    assertThat(stage.asked("b", "shutdown")).isEqualTo(1);
  }

  @Test
  void withACallInFlightNoShutdownIsSentButStdinClosedAndTerm() throws Exception {
    stage.plugin("zig", ON_TERM, "def on_install(p):", "  log('info', 'installing')", "  hang()");
    BentoAdapters adapters = stage.start();
    BentoAdapter zig = adapters.adapters().getFirst();
    FutureTask<Throwable> install =
        new FutureTask<>(() -> catchThrowable(() -> zig.install(DISH, "api")));
    Thread.ofVirtual().start(install);
    stage.log.await("installing");
    adapters.close();
    assertThat(install.get(30, TimeUnit.SECONDS))
        .isInstanceOf(AdapterError.class)
        .hasMessageContaining("it was stopped");
    assertThat(stage.asked("zig", "shutdown")).isZero();
    assertThat(stage.seen("zig").getLast()).isEqualTo("TERM");
  }

  @Test
  void anInterruptedInstallIsThrownAndNothingMoreIsAsked() throws Exception {
    stage.plugin("zig", ON_TERM, "def on_install(p):", "  log('info', 'installing')", "  hang()");
    BentoAdapters adapters = stage.start();
    BentoAdapter zig = adapters.adapters().getFirst();
    FutureTask<Throwable> install =
        new FutureTask<>(() -> catchThrowable(() -> zig.install(DISH, "api")));
    Thread thread = Thread.ofVirtual().start(install);
    stage.log.await("installing");
    thread.interrupt();
    assertThat(install.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    assertThat(zig.detect(DISH)).isFalse();
    adapters.close();
    assertThat(stage.asked("zig", "detect")).isZero();
    assertThat(stage.asked("zig", "shutdown")).isZero();
  }

  @Test
  void onesThatWereNeverIntroducedAreNotAskedToEnd() throws Exception {
    stage.plugin("a", "def on_initialize(p):", "  log('info', 'stuck')", "  hang()");
    stage.plugin("b", "open('b-runs', 'w').close()");
    BentoAdapters adapters = stage.start(it -> it.withLimits(limits(SHORT, Stage.AMPLE)));
    stage.log.await("INFO a: stuck");
    adapters.close();
    assertThat(adapters.adapters()).isEmpty();
    assertThat(adapters.rejected()).isEmpty();
    assertThat(stage.asked("a", "shutdown")).isZero();
    assertThat(stage.asked("b", "initialize")).isZero();
    assertThat(stage.asked("b", "shutdown")).isZero();
  }

  @Test
  void closingAtOnceWaitsForNoIntroduction() throws Exception {
    stage.plugin("a", "def on_initialize(p):", "  log('info', 'stuck')", "  hang()");
    BentoAdapters adapters = stage.start();
    stage.log.await("INFO a: stuck");
    adapters.closeAtOnce();
    assertThat(adapters.adapters()).isEmpty();
  }
}
