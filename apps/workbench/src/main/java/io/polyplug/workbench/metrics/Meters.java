package io.polyplug.workbench.metrics;

import io.polyplug.base.Clock;
import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvents;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginState;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Counts what happens in a host from now on: calls and streams as its events tell of them, bytes as
 * its flight ring has them. A call is counted soon after it ended, not before it returns; one that
 * opens a stream or a channel ended with that, and what it opened is counted once more when it is
 * over. What belongs to a plugin is forgotten with it. Safe from any thread; closing ends the
 * counting.
 */
public final class Meters implements AutoCloseable {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final PluginHost host;
  private final Clock clock;
  private final Map<String, PluginMeter> meters = new ConcurrentHashMap<>();
  private final Exposition exposition;
  private final HostEvents.Subscription subscription;
  private volatile boolean closed;
  private volatile Clock.Timer timer;

  /** Counts from now on. */
  public Meters(PluginHost host, Clock clock) {
    this.host = host;
    this.clock = clock;
    this.exposition = new Exposition(this::dropped);
    this.subscription = host.events().subscribeWithoutFrames(this::hear);
    this.timer = clock.schedule(SECOND, this::tick);
  }

  private void hear(HostEvent event) {
    if (event instanceof HostEvent.CallEnded call) {
      meter(call.plugin()).called(micros(call.duration()), call.errorCode().isPresent());
      exposition.called(call.plugin(), call.duration(), call.errorCode().isPresent());
    } else if (event instanceof HostEvent.StreamEnded stream) {
      meter(stream.plugin())
          .streamed(
              micros(stream.duration()),
              stream.errorCode().isPresent(),
              stream.received(),
              stream.sent());
      exposition.streamed(stream);
    }
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1_000;
  }

  private PluginMeter meter(String plugin) {
    return meters.computeIfAbsent(plugin, _ -> new PluginMeter());
  }

  private void tick() {
    look();
    meters.values().forEach(PluginMeter::tick);
    if (!closed) {
      timer = clock.schedule(SECOND, this::tick);
    }
  }

  /** Takes over what others count, and forgets who is gone. */
  private void look() {
    for (Plugin plugin : host.plugins()) {
      PluginMeter meter = meter(plugin.info().key());
      bytes(plugin, meter);
      exposition.seen(
          plugin.info().key(),
          meter.reading().totals(),
          plugin.status().restarts(),
          plugin.state() == PluginState.RUNNING);
    }
    Set<String> there =
        host.plugins().stream().map(it -> it.info().key()).collect(Collectors.toSet());
    meters
        .keySet()
        .removeIf(
            key -> {
              boolean gone = !there.contains(key);
              if (gone) {
                exposition.forget(key);
              }
              return gone;
            });
  }

  private void bytes(Plugin plugin, PluginMeter meter) {
    String key = plugin.info().key();
    meter.bytes(
        host.events().flight().bytes(key, HostEvent.Direction.FROM_PLUGIN),
        host.events().flight().bytes(key, HostEvent.Direction.TO_PLUGIN));
  }

  /** What is counted of this plugin. */
  public MeterReading of(Plugin plugin) {
    PluginMeter meter = meter(plugin.info().key());
    bytes(plugin, meter);
    return meter.reading();
  }

  /** How many events went by uncounted, because there were too many at once. */
  public long dropped() {
    return subscription.dropped();
  }

  /** Everything in the text format of Prometheus. */
  public String prometheus() {
    look();
    return exposition.text();
  }

  @Override
  public void close() {
    closed = true;
    timer.cancel();
    subscription.close();
    exposition.close();
  }
}
