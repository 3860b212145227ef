package io.polyplug.workbench.metrics;

import java.util.ArrayDeque;
import java.util.Optional;

/**
 * What is counted of one plugin: totals, and what each of the last seconds added to them. Bounded;
 * safe from any thread.
 */
final class PluginMeter {
  /** How many seconds are kept for charts. */
  static final int SECONDS = 120;

  /** Of so many of them it is known how long calls took. */
  private static final int LATENCY_SECONDS = 60;

  private final ArrayDeque<MeterReading.Second> seconds = new ArrayDeque<>();
  private final ArrayDeque<Optional<Latencies>> latencies = new ArrayDeque<>();
  private MeterReading.Second before = MeterReading.Second.NONE;
  private Optional<Latencies> now = Optional.empty();
  private long calls;
  private long errors;
  private long bytesIn;
  private long bytesOut;

  synchronized void called(long micros, boolean failed) {
    calls++;
    if (failed) {
      errors++;
    }
    if (now.isEmpty()) {
      now = Optional.of(new Latencies());
    }
    now.get().add(micros);
  }

  /** As the flight ring counted them; totals, which never fall. */
  synchronized void bytes(long in, long out) {
    bytesIn = in;
    bytesOut = out;
  }

  /** A second is over. */
  synchronized void tick() {
    MeterReading.Second totals = totals();
    seconds.addLast(totals.since(before));
    before = totals;
    latencies.addLast(now);
    now = Optional.empty();
    if (seconds.size() > SECONDS) {
      seconds.removeFirst();
    }
    if (latencies.size() > LATENCY_SECONDS) {
      latencies.removeFirst();
    }
  }

  private MeterReading.Second totals() {
    return new MeterReading.Second(calls, errors, bytesIn, bytesOut);
  }

  synchronized MeterReading reading() {
    Latencies minute = new Latencies();
    latencies.forEach(one -> one.ifPresent(minute::add));
    now.ifPresent(minute::add);
    return new MeterReading(
        totals(),
        minute.micros(0.5),
        minute.micros(0.99),
        seconds.isEmpty() ? 0 : seconds.getLast().calls(),
        seconds.stream().toList());
  }
}
