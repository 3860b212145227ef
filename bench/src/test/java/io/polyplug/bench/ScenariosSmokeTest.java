package io.polyplug.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Line;
import io.polyplug.bench.report.Series;
import io.polyplug.bench.report.SeriesFile;
import io.polyplug.bench.report.Table;
import io.polyplug.bench.scenario.Scenario;
import io.polyplug.bench.scenario.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scenario runs and fills all of its lines; what the numbers are is of no interest here. */
final class ScenariosSmokeTest {
  private static final Settings TINY =
      new Settings(
          2,
          Duration.ofMillis(3),
          Duration.ofMillis(1),
          4,
          50,
          2,
          List.of(1, 2),
          2,
          3,
          2,
          1,
          List.of(10));

  @TempDir static Path folder;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    for (String program : List.of("echo", "spawn", "sidecar")) {
      compile(program);
    }
  }

  private static void compile(String program) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            "cc",
            "-O1",
            "-pthread",
            "-o",
            folder.resolve(program).toString(),
            "src/main/c/" + program + ".c");
    try {
      new ProcessBuilder(command).inheritIO().start().waitFor();
    } catch (IOException noCompiler) {
      // What needs it is skipped.
    }
  }

  static List<Scenario> all() {
    return Scenarios.ALL;
  }

  @ParameterizedTest
  @MethodSource("all")
  void aScenarioMeasuresAllThatItsLinesCompare(Scenario scenario) throws Exception {
    String missing = scenario.missing(surroundings());
    assumeTrue(missing == null, missing);
    assumeTrue(
        !scenario.name().equals("install") || isInstalled("unzip"), "unzip is not installed");
    List<Series> series = scenario.run(surroundings(), TINY);
    List<Comparison> comparisons = scenario.comparisons(TINY);
    assertThat(comparisons).isNotEmpty();
    for (Comparison comparison : comparisons) {
      String skipped = scenario.missing(comparison, TINY);
      Line line = Line.of(comparison, series, skipped);
      assertThat(line.skipped()).as(comparison.toString()).isEqualTo(skipped);
      assertThat(Table.of(List.of(line))).contains(comparison.row(), comparison.ours());
    }
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  @Test
  void seriesSurviveTheWayBetweenJvms() throws IOException {
    List<Series> series = List.of(new Series("a row", "µ", "/s", List.of(1.5, 2.0)));
    Path file = folder.resolve("series.json");
    SeriesFile.write(file, series);
    assertThat(SeriesFile.read(file)).isEqualTo(series);
  }

  @Test
  void theRunScriptCanBeExecuted() {
    assertThat(Files.isExecutable(Path.of("run"))).isTrue();
  }

  /** The commands stand for polyplug, which is not built when this module's tests run. */
  private static Surroundings surroundings() throws IOException, InterruptedException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path hello = hello();
    List<String> command = List.of("true");
    Path program =
        Files.writeString(
            folder.resolve("polyplug"),
            """
            #!/bin/sh
            case $1 in
              up) echo polyplug is up && exec sleep 1000 ;;
              mcp) exec "${0%/*}/echo" nd ;;
              new)
                mkdir "$3" && cd "$3"
                printf '#!/bin/sh\\n' >build.sh
                printf '#!/bin/sh\\nread -r said\\necho shaken\\necho Hello, Ada!\\n' >run
                printf 'print("shaken")\\nprint("Hello, Ada!")\\n' >plugin.py
                chmod +x build.sh run ;;
            esac
            exit 0
            """);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return new Surroundings(
        java,
        folder.resolve("echo"),
        folder.resolve("spawn"),
        folder.resolve("sidecar"),
        hello,
        command,
        command,
        program.toString(),
        "polyplug.toml",
        Path.of(System.getenv().getOrDefault("POLYPLUG_PEERS", "target/peers")).toAbsolutePath());
  }

  private static Path hello() throws IOException, InterruptedException {
    String javac = Path.of(System.getProperty("java.home"), "bin", "javac").toString();
    int code =
        new ProcessBuilder(javac, "-d", folder.toString(), "src/main/hello/Hello.java")
            .inheritIO()
            .start()
            .waitFor();
    assertThat(code).isZero();
    return folder;
  }
}
