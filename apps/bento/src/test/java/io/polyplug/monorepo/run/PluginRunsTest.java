package io.polyplug.monorepo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.bento.AdapterLimits;
import io.polyplug.build.testing.Fifo;
import io.polyplug.monorepo.Monorepo;
import io.polyplug.monorepo.RepoStage;
import io.polyplug.monorepo.plan.Plan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plugins in runs, good and bad ones (sections 2.9, 6.7, 7 and 9). */
class PluginRunsTest {
  private static final String LINT =
      "manifest['default_tasks'].append({'name': 'lint', 'run': 'sh lint.sh'})\n";

  @TempDir Path folder;
  private RepoStage stage;

  @BeforeEach
  void open() throws Exception {
    stage = new RepoStage(folder);
    stage.bento("prod", "a", "b").settings("[defaults]", "parallelism = 2");
    for (String dish : List.of("a", "b")) {
      stage.dish(dish);
      stage.files.write(dish + "/noop.toml");
      stage.files.write(dish + "/lint.sh", "echo \"told $*\"; echo bad >&2; exit 2");
    }
  }

  private void impatient(int seconds) {
    Duration query = Duration.ofSeconds(seconds);
    stage.limits = new AdapterLimits(query, query, Duration.ofMillis(500), Duration.ofMillis(500));
  }

  @Test
  void tasksOfAPluginAreKeptAndItsFingerprintIsAskedForOnce() throws Exception {
    stage.plugin();
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build built", "b:build built");
    assertThat(stage.asked())
        .containsOnlyOnce("initialize", "resolvedToolchainFingerprint", "shutdown")
        .doesNotContain("install");
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build hit", "b:build hit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hang", "die"})
  void aPluginThatIsLostInItsIntroductionOrADetectionLeavesDishesWithoutAdapter(String how)
      throws Exception {
    impatient(2);
    for (String method : List.of("initialize", "detect")) {
      stage.plugin("answers['" + method + "'] = " + how);
      RunReport report = stage.run();
      assertThat(RepoStage.rows(report))
          .allMatch(it -> it.endsWith("skipped: no adapter and no tasks"));
      assertThat(report.summary().succeeded()).isTrue();
    }
    assertThat(stage.lines).anyMatch(it -> it.startsWith("WARN noop"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"requiredToolchain", "resolvedToolchainFingerprint"})
  void anAnswerAboutTheToolchainThatIsLostMakesTasksRunUncached(String method) throws Exception {
    stage.plugin();
    stage.run();
    stage.plugin("answers['" + method + "'] = die");
    RunReport report = stage.run();
    assertThat(RepoStage.rows(report)).containsExactly("a:build built", "b:build built");
    assertThat(report.summary().succeeded()).isTrue();
    int kept = stage.kept(".tar").size();
    stage.run();
    assertThat(stage.kept(".tar")).hasSize(kept);
    assertThat(RepoStage.rows(stage.plan())).allMatch(it -> it.endsWith("uncacheable"));
  }

  @Test
  void aPluginThatLiesAboutItsIdIsNotUsed() throws Exception {
    stage.plugin("manifest['adapter_id'] = 'go'");
    Plan plan = stage.plan();
    assertThat(RepoStage.rows(plan)).containsExactly("a:<none> no_adapter", "b:<none> no_adapter");
    assertThat(stage.lines).anyMatch(it -> it.contains("it says that its id is"));
  }

  @Test
  void anInstallIsOnlyForcedAndPassesOnWhatItWrites() throws Exception {
    stage.plugin(
        "def install(params):",
        "    log('part', stream='stdout')",
        "    log('ial\\n', stream='stdout')",
        "    log('aside\\n', stream='stderr')",
        "    log('told', level='warn')",
        "answers['install'] = install");
    stage.how = new RunOptions(false, RunOptions.Install.NEVER);
    stage.run();
    assertThat(stage.asked()).doesNotContain("install");
    stage.how = new RunOptions(false, RunOptions.Install.ALWAYS);
    RunReport report = stage.run();
    assertThat(report.summary().installs()).isEqualTo(2);
    InstallReport install = report.bentos().getFirst().dishes().getFirst().install().orElseThrow();
    assertThat(install.reason()).isEqualTo("--force-install");
    assertThat(stage.lines)
        .contains("stdout: part", "stdout: ial\n", "stderr: aside\n", "WARN noop: told");
  }

  @Test
  void aPluginThatDiesInAnInstallFailsItAndTheTasksAreSkipped() throws Exception {
    stage.plugin("answers['install'] = die");
    stage.how = new RunOptions(false, RunOptions.Install.ALWAYS);
    RunReport report = stage.run();
    assertThat(RepoStage.rows(report))
        .containsExactly("a:build skipped: install failed", "b:build skipped: install failed");
    assertThat(report.summary().installFailures()).isEqualTo(2);
    assertThat(report.summary().succeeded()).isFalse();
    RunReport explicit = stage.install();
    assertThat(explicit.bentos().getFirst().dishes().getFirst().install().orElseThrow().reason())
        .isEqualTo("explicit bento install");
  }

  @Test
  void anInstallFailureDoesNotStopWhatComesAfterIt() throws Exception {
    stage.plugin("answers['install'] = die");
    stage.dish(
        "b", "language = \"none\"", "depends_on = [\"a\"]", "[tasks.build]", "run = \"true\"");
    stage.how = new RunOptions(false, RunOptions.Install.ALWAYS);
    assertThat(RepoStage.rows(stage.run()))
        .containsExactly("a:build skipped: install failed", "b:build built");
  }

  @Test
  void aPluginThatFloodsItsLogStillAnswers() throws Exception {
    stage.plugin(
        "def detect(params):",
        "    for i in range(5000): log('x' * 100, level='trace')",
        "    return {'matches': True}",
        "answers['detect'] = detect");
    assertThat(RepoStage.rows(stage.run())).containsExactly("a:build built", "b:build built");
  }

  @Test
  void aFailureIsRunAgainForThePluginToParse() throws Exception {
    stage.settings("[defaults]", "fail_fast = false");
    stage.plugin(
        LINT,
        "manifest['diagnostic_hooks'] = {'lint': {'rerun': {'kind': 'append_args',",
        "    'args': ['--as', 'json']}, 'parser': 'plugin'}}",
        "answers['parseDiagnostics'] = lambda params: {'diagnostics': [{'file': 'a.x', 'line': 3,",
        "    'severity': 'error', 'source': 'noop',",
        "    'message': params['stdout'].strip() + ' ' + str(params['exit_status'])}]}");
    RunReport report = stage.run();
    TaskReport row = RepoStage.row(report, "a", "lint");
    assertThat(row.attempts()).isEqualTo(1);
    assertThat(row.outcome()).isInstanceOf(Outcome.Failed.class);
    assertThat(row.diagnostics()).hasSize(1);
    assertThat(row.diagnostics().getFirst().message()).isEqualTo("told --as json 2");
    assertThat(((Outcome.Failed) row.outcome()).stdout()).isEqualTo("told \n");
  }

  @Test
  void aBuiltInParserIsUsedWithoutAskingThePlugin() throws Exception {
    stage.settings("[defaults]", "fail_fast = false");
    stage.files.write(
        "found.json",
        "[{\"filename\":\"x.py\",\"location\":{\"row\":4,\"column\":2},\"message\":\"m\",\"code\":\"E1\"}]");
    stage.plugin(
        LINT,
        "manifest['diagnostic_hooks'] = {'lint': {'rerun': {'kind': 'replace',",
        "    'command': 'cat ../found.json'}, 'parser': 'ruff'}}");
    RunReport report = stage.run();
    assertThat(RepoStage.row(report, "b", "lint").diagnostics())
        .extracting(it -> it.file() + ":" + it.line())
        .containsExactly("b/x.py:4");
    assertThat(stage.asked()).doesNotContain("parseDiagnostics");
    assertThat(RepoStage.rows(report)).contains("b:lint failed 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hang", "die"})
  void aParserThatIsLostLeavesTheFailureAsItIs(String how) throws Exception {
    // Long enough for a plugin that answers, on any machine; what hangs costs this much.
    impatient(15);
    stage.settings("[defaults]", "fail_fast = false", "parallelism = 1");
    stage.plugin(
        LINT,
        "manifest['diagnostic_hooks'] = {'lint': {'rerun': {'kind': 'append_args', 'args': []},",
        "    'parser': 'plugin'}}",
        "answers['parseDiagnostics'] = " + how);
    RunReport report = stage.run();
    assertThat(RepoStage.rows(report)).contains("a:lint failed 2", "a:build built");
    assertThat(RepoStage.row(report, "a", "lint").diagnostics()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"initialize", "detect", "requiredToolchain", "resolvedToolchainFingerprint"})
  void aRunCanBeCancelledWhileAPluginThinks(String method) throws Exception {
    Fifo begun = new Fifo(folder.resolve("begun"));
    stage.plugin(
        "def wait(params):",
        "    print('begun', file=open('" + begun.path() + "', 'w'), flush=True)",
        "    hang(params)",
        "answers['" + method + "'] = wait");
    try (begun;
        Monorepo repo = stage.open()) {
      CompletableFuture<RunReport> report = new CompletableFuture<>();
      CountDownLatch flag = new CountDownLatch(1);
      Thread runner =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      report.complete(
                          repo.run(
                              Optional.empty(), Optional.empty(), stage.how, RunListener.NONE));
                    } catch (Exception e) {
                      report.completeExceptionally(e);
                    }
                    if (!Thread.currentThread().isInterrupted()) {
                      flag.countDown();
                    }
                  });
      assertThat(begun.awaitLine()).isEqualTo("begun");
      repo.cancel();
      assertThat(report.get(30, TimeUnit.SECONDS).interrupted()).isTrue();
      runner.join();
      assertThat(flag.getCount()).as("the interrupt is not left to whoever shows it").isZero();
    }
  }
}
