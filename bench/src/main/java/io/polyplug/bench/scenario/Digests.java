package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_LEAST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Hashing, once the JVM has compiled it, and the first megabytes of a JVM that has not. */
final class Digests {
  private static final String WARM = "hash, warm";
  private static final String COLD = "hash, first 8 MB of a JVM";

  private Digests() {}

  static List<Comparison> comparisons(String scenario) {
    List<Comparison> all = new ArrayList<>();
    for (String row : List.of(WARM, COLD)) {
      for (DigestProgram.Kind other :
          List.of(DigestProgram.Kind.COMMONS_CODEC, DigestProgram.Kind.SHA_256)) {
        all.add(
            Comparison.shown(
                scenario, row, DigestProgram.Kind.OURS.label(), other.label(), AT_LEAST));
      }
    }
    return all;
  }

  static List<Series> run(Surroundings with, Settings settings) throws Exception {
    List<Contender> warm = new ArrayList<>();
    List<Contender> cold = new ArrayList<>();
    for (DigestProgram.Kind kind : DigestProgram.Kind.values()) {
      warm.add(new Warm(kind));
      cold.add(new Cold(kind, with));
    }
    List<Series> series = new ArrayList<>(Rounds.run(WARM, "MB/s", warm, settings));
    series.addAll(Rounds.run(COLD, "MB/s", cold, settings));
    return series;
  }

  private record Warm(DigestProgram.Kind kind) implements Contender {
    @Override
    public String name() {
      return kind.label();
    }

    @Override
    public double turn(Duration length) {
      double micros = 0;
      int megabytes = 0;
      long until = System.nanoTime() + length.toNanos();
      while (System.nanoTime() < until) {
        micros += DigestProgram.micros(kind, 1);
        megabytes++;
      }
      return megabytes / (micros / 1e6);
    }
  }

  private record Cold(DigestProgram.Kind kind, Surroundings with) implements Contender {
    @Override
    public String name() {
      return kind.label();
    }

    @Override
    public double turn(Duration length) throws IOException, InterruptedException {
      Process process =
          new ProcessBuilder(
                  with.java().toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  DigestProgram.class.getName(),
                  kind.name())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String micros =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IOException("the program that hashes failed");
      }
      return DigestProgram.COLD_MEGABYTES / (Double.parseDouble(micros) / 1e6);
    }
  }
}
