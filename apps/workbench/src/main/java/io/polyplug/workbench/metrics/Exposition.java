package io.polyplug.workbench.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.polyplug.host.HostEvent;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/** The counts as Prometheus wants them, one set of series for each plugin. Safe from any thread. */
final class Exposition implements AutoCloseable {
  private static final String PLUGIN = "plugin";
  private static final String FROM_PLUGIN = "from_plugin";
  private static final String TO_PLUGIN = "to_plugin";
  private static final Duration[] BOUNDS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(2),
    Duration.ofSeconds(10)
  };

  /** Streams are there to last. */
  private static final Duration[] STREAM_BOUNDS = {
    Duration.ofMillis(100),
    Duration.ofSeconds(1),
    Duration.ofSeconds(10),
    Duration.ofMinutes(1),
    Duration.ofMinutes(10),
    Duration.ofHours(1)
  };

  /** What a scrape reads of one plugin. */
  private record Seen(MeterReading.Second totals, int restarts, boolean running) {}

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();
  private final LongSupplier dropped;

  Exposition(LongSupplier dropped) {
    this.dropped = dropped;
    FunctionCounter.builder("polyplug.events.dropped", this, it -> it.dropped.getAsLong())
        .description("Events that were too many at once to be counted.")
        .register(registry);
  }

  void called(String plugin, Duration took, boolean failed) {
    Timer.builder("polyplug.calls")
        .description("Calls of tools that ended, and how long they took.")
        .tag(PLUGIN, plugin)
        .tag("outcome", failed ? "error" : "ok")
        .serviceLevelObjectives(BOUNDS)
        .register(registry)
        .record(took);
  }

  void streamed(HostEvent.StreamEnded stream) {
    Timer.builder("polyplug.streams")
        .description("Streams and channels that are over, and how long they lasted.")
        .tag(PLUGIN, stream.plugin())
        .tag("outcome", outcome(stream))
        .serviceLevelObjectives(STREAM_BOUNDS)
        .register(registry)
        .record(stream.duration());
    messages(stream.plugin(), FROM_PLUGIN, stream.received());
    messages(stream.plugin(), TO_PLUGIN, stream.sent());
  }

  /** Whoever reads a stream may have enough of it; that is no error. */
  private static String outcome(HostEvent.StreamEnded stream) {
    if (stream.errorCode().isPresent()) {
      return "error";
    }
    return stream.whole() ? "ok" : "closed";
  }

  private void messages(String plugin, String way, long count) {
    Counter.builder("polyplug.stream.messages")
        .description("Messages of streams and channels that are over.")
        .tag(PLUGIN, plugin)
        .tag("direction", way)
        .register(registry)
        .increment((double) count);
  }

  void seen(String plugin, MeterReading.Second totals, int restarts, boolean running) {
    if (seen.put(plugin, new Seen(totals, restarts, running)) == null) {
      bytes(plugin, FROM_PLUGIN, MeterReading.Second::bytesIn);
      bytes(plugin, TO_PLUGIN, MeterReading.Second::bytesOut);
      FunctionCounter.builder("polyplug.plugin.restarts", seen, it -> of(it, plugin).restarts())
          .description("Instances that were started after the first one.")
          .tag(PLUGIN, plugin)
          .register(registry);
      Gauge.builder("polyplug.plugin.running", seen, it -> of(it, plugin).running() ? 1 : 0)
          .description("1 while an instance answers calls.")
          .tag(PLUGIN, plugin)
          .register(registry);
    }
  }

  private void bytes(String plugin, String way, ToDoubleFunction<MeterReading.Second> which) {
    FunctionCounter.builder(
            "polyplug.plugin.bytes", seen, it -> which.applyAsDouble(of(it, plugin).totals()))
        .description("Bytes of frames that went over the wire.")
        .tag(PLUGIN, plugin)
        .tag("direction", way)
        .register(registry);
  }

  private static Seen of(Map<String, Seen> all, String plugin) {
    return all.getOrDefault(plugin, new Seen(MeterReading.Second.NONE, 0, false));
  }

  void forget(String plugin) {
    seen.remove(plugin);
    for (Meter meter : registry.getMeters()) {
      if (plugin.equals(meter.getId().getTag(PLUGIN))) {
        registry.remove(meter);
      }
    }
  }

  String text() {
    return registry.scrape();
  }

  @Override
  public void close() {
    registry.close();
  }
}
