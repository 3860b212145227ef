package io.polyplug.bento;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installs, their logs, and whose turn it is (2.1, 2.5, 2.6, 2.8). */
class InstallRulesTest {
  private static final Path DISH = Path.of("/abs/dish");

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

  private AdapterError failure(String python) throws Exception {
    BentoAdapter zig = stage.only("zig", "def on_install(p): " + python);
    return catchThrowableOfType(AdapterError.class, () -> zig.install(DISH, "api"));
  }

  @Test
  void installAsksWithDirectoryAndNameAndIgnoresTheResult() throws Exception {
    BentoAdapter zig = stage.only("zig", "def on_install(p): reply([1])");
    zig.install(DISH, "api");
    assertThat(stage.seen("zig").getLast())
        .endsWith("\"params\":{\"dish_dir\":\"/abs/dish\",\"dish_name\":\"api\"}}");
  }

  @Test
  void anInstallThatFailedIsToldWithAllItsData() throws Exception {
    assertThat(failure("error(2001, 'failed', exit_status=1, command='zig build', more=[])"))
        .hasMessage(
            "adapter zig: install: error 2001: failed (exit_status: 1, command: zig build)");
  }

  @Test
  void dataOfTheWrongTypeIsLeftOut() throws Exception {
    assertThat(failure("error(2001, 'failed', exit_status='one', command='zig')"))
        .hasMessage("adapter zig: install: error 2001: failed (command: zig)");
  }

  @Test
  void anUnknownCodeIsLikeAnInternalError() throws Exception {
    AdapterError error = failure("error(4711, 'm', detail='d', command='c')");
    assertThat(error).hasMessage("adapter zig: install: error 4711: m (detail: d)");
    assertThat(error.code()).hasValue(4711);
  }

  @Test
  void whatThePluginSaysCannotMoveTheCursor() throws Exception {
    assertThat(failure("error(2099, 'a\\x1b[2Jb\\nc', detail='\\u202e')"))
        .hasMessage("adapter zig: install: error 2099: a\\u001b[2Jb\\nc (detail: \\u202e)");
  }

  @Test
  void anInstallThatTakesTooLongIsKilled() throws Exception {
    AdapterLimits limits =
        new AdapterLimits(Stage.AMPLE, Duration.ofMillis(300), Stage.AMPLE, Stage.AMPLE);
    BentoAdapter zig = stage.only(it -> it.withLimits(limits), "zig", "def on_install(p): hang()");
    AdapterError error = catchThrowableOfType(AdapterError.class, () -> zig.install(DISH, "api"));
    assertThat(error.kind()).isEqualTo(AdapterError.Kind.TIMED_OUT);
    assertThat(error).hasMessageContaining("timed out after 300 ms");
  }

  @Test
  void outputOfToolsIsPassedOnVerbatimWhateverTheLevel() throws Exception {
    BentoAdapter zig =
        stage.only(
            "zig",
            "def on_install(p):",
            "  log('trace', '==> \\x1b[1mfetch', stream='stdout')",
            "  log('error', 'ing\\n', stream='stderr')",
            "  reply(None)");
    zig.install(DISH, "api");
    assertThat(stage.log.of("STD"))
        .containsExactly("STDOUT zig: ==> \u001b[1mfetch", "STDERR zig: ing\n");
  }

  @Test
  void aMessageOfThePluginsOwnIsALineOfItsLevelWithoutOneNewline() throws Exception {
    BentoAdapter zig =
        stage.only(
            "zig",
            "def on_install(p):",
            "  for level in ['trace', 'debug', 'info', 'warn', 'error']: log(level, 'm\\n\\n')",
            "  reply(None)");
    zig.install(DISH, "api");
    assertThat(stage.log.of(""))
        .endsWith(
            "TRACE zig: m\\n",
            "DEBUG zig: m\\n",
            "INFO zig: m\\n",
            "WARN zig: m\\n",
            "ERROR zig: m\\n");
  }

  @Test
  void logsAreDeliveredAtOnceAndInEveryCall() throws Exception {
    BentoAdapter zig =
        stage.only(
            "zig",
            "def on_detect(p):",
            "  log('info', 'looking')",
            "  wait_for('heard')",
            "  reply({'matches': True})");
    FutureTask<Boolean> task = new FutureTask<>(() -> zig.detect(DISH));
    Thread.ofVirtual().start(task);
    stage.log.await("INFO zig: looking");
    Files.createFile(folder.resolve("heard"));
    assertThat(task.get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void malformedLogsAreAWarningAndTheCallGoesOn() throws Exception {
    BentoAdapter zig =
        stage.only(
            "zig",
            "def on_install(p):",
            "  log('loud', 'm')",
            "  log('info', 'm', stream='stdin')",
            "  log('info', None)",
            "  send({'jsonrpc':'2.0','method':'notifications/log'})",
            "  send({'jsonrpc':'2.0','method':'notifications/log','params':[1]})",
            "  reply(None)");
    zig.install(DISH, "api");
    assertThat(stage.log.of("WARN zig: a log message was dropped")).hasSize(5);
  }

  @Test
  void otherNotificationsAreIgnored() throws Exception {
    BentoAdapter zig =
        stage.only(
            "zig",
            "def on_install(p): send({'jsonrpc':'2.0','method':'notifications/x'}); reply(None)");
    zig.install(DISH, "api");
    assertThat(stage.log.of("DEBUG zig: the notification notifications/x is ignored")).hasSize(1);
  }

  @Test
  void installsOfDifferentPluginsOverlap() throws Exception {
    stage.plugin("a", "def on_install(p):", "  wait_for('b-installs')", "  reply(None)");
    stage.plugin("b", "def on_install(p):", "  open('b-installs', 'w').close()", "  reply(None)");
    var adapters = stage.start().adapters();
    FutureTask<Boolean> first = installing(adapters.getFirst());
    assertThat(installing(adapters.getLast()).get(30, TimeUnit.SECONDS)).isTrue();
    assertThat(first.get(30, TimeUnit.SECONDS)).isTrue();
  }

  private static FutureTask<Boolean> installing(BentoAdapter adapter) {
    FutureTask<Boolean> task =
        new FutureTask<>(
            () -> {
              adapter.install(DISH, "api");
              return true;
            });
    Thread.ofVirtual().start(task);
    return task;
  }

  @Test
  void aQueryBehindAnInstallHoldsUpNoOtherPlugin() throws Exception {
    stage.plugin(
        "a",
        "def on_install(p):",
        "  log('info', 'installing')",
        "  wait_for('go')",
        "  reply(None)",
        "def on_detect(p): reply({'matches': True})");
    stage.plugin("b", "def on_detect(p): reply({'matches': True})");
    var adapters = stage.start().adapters();
    FutureTask<Boolean> install = installing(adapters.getFirst());
    stage.log.await("INFO a: installing");
    FutureTask<Boolean> waiting = new FutureTask<>(() -> adapters.getFirst().detect(DISH));
    Thread waiter = Thread.ofPlatform().daemon().start(waiting);
    while (waiter.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(adapters.getLast().detect(DISH)).isTrue();
    assertThat(waiting.isDone()).isFalse();
    Files.createFile(folder.resolve("go"));
    assertThat(waiting.get(30, TimeUnit.SECONDS)).isTrue();
    assertThat(install.get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void queriesOfDifferentPluginsTakeTurns() throws Exception {
    String[] busy = {
      "def on_detect(p):",
      "  fd = os.open('busy', os.O_CREAT | os.O_EXCL)",
      "  time.sleep(0.02)",
      "  os.close(fd); os.remove('busy')",
      "  reply({'matches': True})"
    };
    stage.plugin("a", busy);
    stage.plugin("b", busy);
    var adapters = stage.start().adapters();
    for (int i = 0; i < 10; i++) {
      Path dish = Path.of("/dish" + i);
      FutureTask<Boolean> first = new FutureTask<>(() -> adapters.getFirst().detect(dish));
      Thread.ofVirtual().start(first);
      assertThat(adapters.getLast().detect(dish)).isTrue();
      assertThat(first.get(30, TimeUnit.SECONDS)).isTrue();
    }
  }
}
