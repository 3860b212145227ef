package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** From the shell's point of view: how long until the command has ended. */
final class CommandStarts implements Scenario {
  private static final String ROW = "command";
  private static final String VERSION = "polyplug --version";
  private static final String LIST = "polyplug list";
  private static final String HELLO = "java Hello";

  @Override
  public String name() {
    return "command";
  }

  @Override
  public boolean needsNative() {
    return false;
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    return List.of(
        Comparison.ratio(name(), ROW, VERSION, HELLO, AT_MOST, 3),
        Comparison.ratio(name(), ROW, LIST, HELLO, AT_MOST, 4));
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    List<Contender> contenders =
        List.of(
            new Command(VERSION, with.version()),
            new Command(LIST, with.list()),
            new Command(
                HELLO, List.of(with.java().toString(), "-cp", with.hello().toString(), "Hello")));
    return Rounds.run(ROW, "ms", contenders, settings, settings.commandRounds());
  }

  /** Reaches milliseconds. */
  private record Command(String name, List<String> words) implements Contender {
    @Override
    public double turn(Duration length) throws IOException, InterruptedException {
      long began = System.nanoTime();
      Process process =
          new ProcessBuilder(words)
              .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      int code = process.waitFor();
      double millis = (System.nanoTime() - began) / 1e6;
      if (code != 0) {
        throw new IOException(String.join(" ", words) + " ended with " + code);
      }
      return millis;
    }
  }
}
