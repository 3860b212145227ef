package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import io.polyplug.bench.talk.PolyplugChild;
import io.polyplug.bench.talk.PolyplugTalker;
import io.polyplug.bench.talk.Protocol;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** Many plugins that have been called once and now wait: what they hold and whether they slow. */
final class ManyPlugins implements Scenario {
  private static final String ROW = "idle plugins";
  private static final String FEW = "a call with 1 running";
  private static final String MANY = "a call with many running";
  private static final String HEAP = "heap of one";
  private static final double SLOWDOWN = 1.2;
  private static final double HEAP_LIMIT = 64 << 10;

  @Override
  public String name() {
    return "many";
  }

  private static String row(Settings settings) {
    return settings.plugins() + " " + ROW;
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    return List.of(
        Comparison.number(name(), row(settings), HEAP, AT_MOST, HEAP_LIMIT),
        Comparison.ratio(name(), row(settings), MANY, FEW, AT_MOST, SLOWDOWN));
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    List<Double> heap = new ArrayList<>();
    List<Double> few = new ArrayList<>();
    List<Double> many = new ArrayList<>();
    PolyplugTalker talker = new PolyplugTalker(with.echo(), Protocol.PLAIN, Sizes.SMALL.bytes());
    try (SerialCalls calls = new SerialCalls("polyplug", talker)) {
      calls.turn(settings.warmUp());
      for (int round = 0; round < settings.manyRounds(); round++) {
        long before = heapInUse();
        few.add(calls.turn(settings.slice()));
        List<PolyplugChild> idle = start(with, settings.plugins());
        heap.add((heapInUse() - before) / (double) settings.plugins());
        many.add(calls.turn(settings.slice()));
        idle.forEach(PolyplugChild::close);
      }
    }
    return List.of(
        new Series(row(settings), HEAP, "B", heap),
        new Series(row(settings), FEW, "µs", few),
        new Series(row(settings), MANY, "µs", many));
  }

  private static List<PolyplugChild> start(Surroundings with, int count) throws Exception {
    List<PolyplugChild> idle = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PolyplugChild plugin = PolyplugChild.start(with.echo(), Protocol.PLAIN);
      // One call, so that what a plugin allocates on first use is counted.
      plugin.peer().call("echo", null).await();
      idle.add(plugin);
    }
    return idle;
  }

  /** After collections, because what is garbage is not held. */
  private static long heapInUse() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
