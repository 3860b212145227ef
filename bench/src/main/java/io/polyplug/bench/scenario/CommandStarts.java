package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** From the shell's point of view: how long until the command has ended. */
final class CommandStarts implements Scenario {
  private static final String ROW = "command";
  private static final String VERSION = "polyplug --version";
  private static final String LIST = "polyplug list";
  private static final String HELLO = "java Hello";
  private static final String COLD = "cold call";
  private static final String WARM = "warm call through up";

  @Override
  public String name() {
    return "command";
  }

  @Override
  public @Nullable String missing(Surroundings with) {
    return null;
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    return List.of(
        Comparison.ratio(name(), ROW, VERSION, HELLO, AT_MOST, 3),
        Comparison.ratio(name(), ROW, LIST, HELLO, AT_MOST, 4),
        Comparison.shown(name(), ROW, COLD, HELLO, AT_MOST),
        Comparison.shown(name(), ROW, WARM, COLD, AT_MOST));
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    try (UpProcess up = UpProcess.start(with)) {
      List<Contender> contenders =
          List.of(
              new Command(VERSION, with.version(), up.home()),
              new Command(LIST, with.list(), up.home()),
              new Command(
                  HELLO,
                  List.of(with.java().toString(), "-cp", with.hello().toString(), "Hello"),
                  up.home()),
              new Command(COLD, call(with, "--config", with.plugins()), up.home()),
              new Command(WARM, call(with), up.home()));
      return Rounds.run(ROW, "ms", contenders, settings, settings.commandRounds());
    }
  }

  /** The example plugin that needs nothing but a shell. */
  private static List<String> call(Surroundings with, String... options) {
    return Stream.concat(
            Stream.of(with.command(), "call", "example.clock", "clock.now"), Stream.of(options))
        .toList();
  }

  /** Reaches milliseconds. */
  private record Command(String name, List<String> words, Path home) implements Contender {
    @Override
    public double turn(Duration length) throws IOException, InterruptedException {
      long began = System.nanoTime();
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      builder.environment().put("POLYPLUG_HOME", home.toString());
      Process process = builder.start();
      int code = process.waitFor();
      double millis = (System.nanoTime() - began) / 1e6;
      if (code != 0) {
        throw new IOException(String.join(" ", words) + " ended with " + code);
      }
      return millis;
    }
  }
}
