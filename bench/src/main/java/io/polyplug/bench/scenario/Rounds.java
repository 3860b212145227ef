package io.polyplug.bench.scenario;

import com.sun.management.OperatingSystemMXBean;
import io.polyplug.bench.Settings;
import io.polyplug.bench.report.Series;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets contenders take turns: each once in a round, and each round begun by another one, so that
 * neither a slow minute of the machine nor the place in the order favours anybody.
 */
final class Rounds {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private Rounds() {}

  static List<Series> run(String row, String unit, List<Contender> all, Settings settings)
      throws Exception {
    return run(row, unit, all, settings, settings.rounds());
  }

  static List<Series> run(
      String row, String unit, List<Contender> all, Settings settings, int rounds)
      throws Exception {
    warmUp(all, settings, 1);
    List<List<Double>> reached = new ArrayList<>();
    all.forEach(_ -> reached.add(new ArrayList<>()));
    for (int round = 0; round < rounds; round++) {
      for (int turn : order(round, all.size())) {
        reached.get(turn).add(all.get(turn).turn(settings.slice()));
      }
    }
    return series(row, unit, all, reached);
  }

  /**
   * As above for contenders that reach something per second, with a second row: the processor time
   * of this JVM for one piece of work, which other programs on the machine disturb much less.
   */
  static List<Series> runWithProcessor(
      String row, String processorRow, List<Contender> all, Settings settings) throws Exception {
    warmUp(all, settings, 1);
    List<List<Double>> reached = new ArrayList<>();
    List<List<Double>> spent = new ArrayList<>();
    all.forEach(_ -> reached.add(new ArrayList<>()));
    all.forEach(_ -> spent.add(new ArrayList<>()));
    for (int round = 0; round < settings.rounds(); round++) {
      for (int turn : order(round, all.size())) {
        long began = System.nanoTime();
        long processor = SYSTEM.getProcessCpuTime();
        double perSecond = all.get(turn).turn(settings.slice());
        double micros = (SYSTEM.getProcessCpuTime() - processor) / 1e3;
        double pieces = perSecond * (System.nanoTime() - began) / 1e9;
        reached.get(turn).add(perSecond);
        spent.get(turn).add(micros / pieces);
      }
    }
    List<Series> series = new ArrayList<>(series(row, "/s", all, reached));
    series.addAll(series(processorRow, "µs", all, spent));
    return series;
  }

  /**
   * Lets each run so many times as long as a warm-up takes; before the rounds that is done anyway.
   */
  static void warmUp(List<Contender> all, Settings settings, int times) throws Exception {
    for (Contender contender : all) {
      long until = System.nanoTime() + times * settings.warmUp().toNanos();
      do {
        contender.turn(settings.slice());
      } while (System.nanoTime() < until);
    }
  }

  private static int[] order(int round, int size) {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      order[i] = (round + i) % size;
    }
    return order;
  }

  private static List<Series> series(
      String row, String unit, List<Contender> all, List<List<Double>> reached) {
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
