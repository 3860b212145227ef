package io.polyplug.monorepo.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.bento.DiagnosticHook;
import io.polyplug.bento.Rerun;
import io.polyplug.monorepo.SampleFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ProbeTest {
  private static final String LOG = "echo \"${0##*/} $*\" >> \"${0%/*}/../log\"";
  private SampleFiles files;

  @BeforeEach
  void in(@TempDir Path folder) throws Exception {
    files = new SampleFiles(folder.toRealPath()).write("bento.toml").write("log").folder("bin");
  }

  @ParameterizedTest
  @CsvSource({
    "go, go, version",
    "cargo, rustc, --version",
    "python, python, --version",
    "ruby, ruby, --version",
    "php, php, --version",
    "deno, deno, --version",
    "bun, bun, --version",
  })
  void aToolIsAskedAndItsAnswerTrimmed(String id, String tool, String argument) {
    files.script("bin/" + tool, "echo", "echo \" $* of " + tool + " \"");

    assertThat(resolved(id)).hasValue(argument + " of " + tool);
  }

  @Test
  void aToolThatIsNotThereHasNoVersion() {
    for (Adapter adapter : Builtins.all(files)) {
      assertThat(adapter.resolvedToolchain()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"echo 1.2; exit 3", "echo ' '", "kill -9 $$"})
  void whoFailsOrSaysNothingHasNoVersion(String body) {
    files.script("bin/go", body);

    assertThat(resolved("go")).isEmpty();
  }

  @Test
  void pythonIsCalledByEitherName() {
    files.script("bin/python3", "echo Python 3.12");

    assertThat(resolved("python")).hasValue("Python 3.12");
  }

  @Test
  void uvTellsOfThePythonThatItWouldTake() {
    files.script("bin/uv", "case \"$1\" in run) echo \"got $*\";; *) echo uv 0.4;; esac");
    assertThat(resolved("python-uv")).hasValue("uv 0.4 | got run python --version");

    files.script("bin/uv", "case \"$1\" in run) exit 1;; *) echo uv 0.4;; esac");
    assertThat(resolved("python-uv")).hasValue("uv 0.4 | python:unknown");

    files.script("bin/uv", "case \"$1\" in run) echo 3;; *) exit 1;; esac");
    assertThat(resolved("python-uv")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"maven", "gradle"})
  void javaTellsItsVersionOnStderr(String id) {
    files.script("bin/java", "echo \"jdk $*\" >&2; echo more");
    assertThat(resolved(id)).hasValue("jdk -version");

    files.script("bin/java", "echo \"out $*\"");
    assertThat(resolved(id)).hasValue("out -version");
  }

  @ParameterizedTest
  @CsvSource({"node-npm, npm", "node-pnpm, pnpm", "node-yarn, yarn"})
  void nodeAndItsManagerAreNamedAsFarAsTheyAreThere(String id, String manager) {
    files.script("bin/node", "echo v20.1.0");
    assertThat(resolved(id)).hasValue("node=v20.1.0");

    files.script("bin/" + manager, "echo 9.9");
    assertThat(resolved(id)).hasValue("node=v20.1.0 " + manager + "=9.9");
  }

  @Test
  void aProbeRunsOnceHoweverOftenAndFromHoweverManyThreadsItIsAsked() throws Exception {
    files.script("bin/java", LOG, "echo 21");
    List<Adapter> adapters = Builtins.all(files);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<String>>> answers =
          java.util.stream.IntStream.range(0, 20)
              .mapToObj(i -> threads.submit(() -> adapters.get(6 + i % 2).resolvedToolchain()))
              .toList();
      for (Future<Optional<String>> answer : answers) {
        assertThat(answer.get(30, TimeUnit.SECONDS)).hasValue("21");
      }
    }

    assertThat(files.read("log")).isEqualTo("java -version\n");
  }

  @Test
  void thatThereIsNoAnswerIsRememberedToo() {
    files.script("bin/go", LOG, "exit 1");
    Adapter go = Builtins.adapter(files, "go");

    assertThat(go.resolvedToolchain()).isEmpty();
    assertThat(go.resolvedToolchain()).isEmpty();

    assertThat(files.read("log")).isEqualTo("go version\n");
  }

  @Test
  void nothingIsAskedBeforeSomebodyWantsToKnow() {
    files.script("bin/go", LOG).write("dish/go.mod", "go 1.22");
    Adapter go = Builtins.adapter(files, "go");

    assertThat(go.detects(files.at("dish"))).isTrue();
    assertThat(go.tasks(files.at("dish"))).isNotEmpty();

    assertThat(files.read("log")).isEmpty();
  }

  @Test
  void aProbeThatHangsIsEndedAndHasNoAnswer() {
    files.script("bin/go", "exec /bin/sleep 600");
    Probes probes = new CommandProbes(Builtins.host(files), Duration.ofMillis(200));

    assertThat(probes.version("go", "version")).isEmpty();
  }

  @Test
  void anInterruptedProbeIsAskedAgainNextTime() {
    files.script("bin/go", "[ -f ready ] || exec /bin/sleep 600", "echo 1.22");
    Probes probes = new CommandProbes(Builtins.host(files), Duration.ofMinutes(10));

    Thread.currentThread().interrupt();
    assertThat(probes.version("go", "version")).isEmpty();
    assertThat(Thread.interrupted()).isTrue();
    files.write("ready");
    assertThat(probes.version("go", "version")).hasValue("1.22");
  }

  @Test
  void probesRunInTheFolderOfTheHost() {
    files.script("bin/go", "pwd");

    assertThat(resolved("go")).hasValue(files.root().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "golangci-lint has version 1.55.2 built with go1.21 | --out-format=json",
        "golangci-lint has version v2.1.6 built with go1.24 | --output.json.path stdout",
        "golangci-lint has version 2.0.0 | --output.json.path stdout",
        "2.3.1 | --output.json.path stdout",
        "golangci-lint has version v1.2.2 | --out-format=json",
      })
  void theLinterOfGoIsAskedForItsOptions(String version, String arguments) {
    files.script("bin/golangci-lint", "echo '" + version + "'");

    assertThat(Builtins.adapter(files, "go").diagnosticHook("lint"))
        .hasValue(
            new DiagnosticHook(
                new Rerun.AppendArgs(List.of(arguments.split(" "))), "golangci-lint"));
    assertThat(Builtins.adapter(files, "go").diagnosticHook("build")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cargo | build check test lint | append | --message-format=json | cargo-message",
        "python | lint | append | --output-format=json | ruff",
        "python-uv | lint | append | --output-format=json | ruff",
        "node-npm | lint | replace | npx --no-install eslint --format=json . | eslint",
        "node-pnpm | lint | replace | pnpm exec eslint --format=json . | eslint",
        "node-yarn | lint | replace | yarn eslint --format=json . | eslint",
        "bun | lint | replace | bunx eslint --format=json . | eslint",
        "ruby | | | |",
        "php | | | |",
        "maven | | | |",
        "gradle | | | |",
        "deno | | | |",
      })
  void languagesHaveTheirDiagnosticHooks(
      String id, String tasks, String kind, String command, String parser) {
    for (String task : List.of("build", "check", "test", "lint", "docs")) {
      Optional<DiagnosticHook> hook = Builtins.adapter(files, id).diagnosticHook(task);
      if (tasks == null || !List.of(tasks.split(" ")).contains(task)) {
        assertThat(hook).isEmpty();
      } else {
        Rerun rerun =
            kind.equals("append")
                ? new Rerun.AppendArgs(List.of(command))
                : new Rerun.Replace(command);
        assertThat(hook).hasValue(new DiagnosticHook(rerun, parser));
      }
    }
  }

  private Optional<String> resolved(String id) {
    return Builtins.adapter(files, id).resolvedToolchain();
  }
}
