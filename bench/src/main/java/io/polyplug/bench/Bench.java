package io.polyplug.bench;

import io.polyplug.bench.report.Line;
import io.polyplug.bench.report.Machine;
import io.polyplug.bench.report.Results;
import io.polyplug.bench.report.Series;
import io.polyplug.bench.report.SeriesFile;
import io.polyplug.bench.report.Table;
import io.polyplug.bench.scenario.Scenario;
import io.polyplug.bench.scenario.Scenarios;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs the scenarios one after another, each in a JVM of its own, and prints one table. */
final class Bench {
  private final Options options;
  private final List<String> words;
  private final List<Series> series = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();

  private Bench(List<String> words) {
    this.words = words;
    this.options = Options.parse(words);
  }

  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try {
      new Bench(Arrays.asList(args)).run(out);
    } catch (IllegalArgumentException wrong) {
      System.err.println("bench: " + wrong.getMessage());
      System.exit(2);
    }
  }

  private void run(PrintStream out) throws Exception {
    String only = options.only();
    List<Scenario> chosen = only == null ? Scenarios.ALL : List.of(Scenarios.named(only));
    String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    Machine before = Machine.here();
    for (Scenario scenario : chosen) {
      System.err.println("measuring " + scenario.name() + " ...");
      String missing = scenario.missing(Surroundings.of(options.root()));
      List<Series> measured = missing == null ? measure(scenario) : List.of();
      series.addAll(measured);
      scenario
          .comparisons(options.settings())
          .forEach(
              comparison ->
                  lines.add(
                      Line.of(
                          comparison,
                          measured,
                          missing == null
                              ? scenario.missing(comparison, options.settings())
                              : missing)));
    }
    Machine after = Machine.here();
    String settings = options.quick() ? "quick" : "full";
    new Results(date, settings, before, after, series, lines).write(options.json());
    out.print(Table.of(lines));
    out.println();
    out.println(after.processor() + ", " + after.cores() + " cores, " + after.jdk());
    out.printf("load %.1f before, %.1f after; %s run%n", before.load(), after.load(), settings);
  }

  private List<Series> measure(Scenario scenario) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(options.root().resolve("bench/target/runs"));
    Path file = folder.resolve(scenario.name() + ".json");
    Path log = folder.resolve(scenario.name() + ".log");
    List<String> command = new ArrayList<>();
    if (scenario.onOneProcessor()) {
      int last = Runtime.getRuntime().availableProcessors() - 1;
      command.addAll(List.of("taskset", "-c", Integer.toString(last)));
    }
    command.addAll(
        List.of(
            Surroundings.of(options.root()).java().toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-Xms1g",
            "-Xmx2g",
            "-cp",
            System.getProperty("java.class.path"),
            MeasureOne.class.getName(),
            file.toString(),
            scenario.name()));
    command.addAll(words);
    int code =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException(
          "the scenario " + scenario.name() + " ended with " + code + "; see " + log);
    }
    return SeriesFile.read(file);
  }
}
