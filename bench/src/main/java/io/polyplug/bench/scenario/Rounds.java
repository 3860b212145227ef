package io.polyplug.bench.scenario;

import io.polyplug.bench.Settings;
import io.polyplug.bench.report.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets contenders take turns: each once in a round, and each round begun by another one, so that
 * neither a slow minute of the machine nor the place in the order favours anybody.
 */
final class Rounds {
  private Rounds() {}

  static List<Series> run(String row, String unit, List<Contender> all, Settings settings)
      throws Exception {
    return run(row, unit, all, settings, settings.rounds());
  }

  static List<Series> run(
      String row, String unit, List<Contender> all, Settings settings, int rounds)
      throws Exception {
    for (Contender contender : all) {
      long until = System.nanoTime() + settings.warmUp().toNanos();
      do {
        contender.turn(settings.slice());
      } while (System.nanoTime() < until);
    }
    List<List<Double>> reached = new ArrayList<>();
    all.forEach(_ -> reached.add(new ArrayList<>()));
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < all.size(); i++) {
        int turn = (round + i) % all.size();
        reached.get(turn).add(all.get(turn).turn(settings.slice()));
      }
    }
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      series.add(new Series(row, all.get(i).name(), unit, reached.get(i)));
    }
    return series;
  }

  static void closeAll(List<Contender> all) throws IOException {
    for (Contender contender : all) {
      contender.close();
    }
  }
}
