package io.polyplug.workbench.metrics;

import java.util.ArrayDeque;

/**
 * What is counted of one plugin: totals, and what each of the last seconds added to them. Bounded;
 * safe from any thread.
 */
final class PluginMeter {
  /** How many seconds are kept for charts. */
  static final int SECONDS = 120;

  private final ArrayDeque<MeterReading.Second> seconds = new ArrayDeque<>();
  private final LastMinute callTimes = new LastMinute();
  private final LastMinute streamTimes = new LastMinute();
  private MeterReading.Second before = MeterReading.Second.NONE;
  private long calls;
  private long errors;
  private long bytesIn;
  private long bytesOut;
  private long streams;
  private long failedStreams;
  private long received;
  private long sent;

  synchronized void called(long micros, boolean failed) {
    calls++;
    if (failed) {
      errors++;
    }
    callTimes.add(micros);
  }

  /** A stream or a channel is over, with so many messages from the plugin and to it. */
  synchronized void streamed(long micros, boolean failed, long from, long to) {
    streams++;
    if (failed) {
      failedStreams++;
    }
    received += from;
    sent += to;
    streamTimes.add(micros);
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
    callTimes.tick();
    streamTimes.tick();
    if (seconds.size() > SECONDS) {
      seconds.removeFirst();
    }
  }

  private MeterReading.Second totals() {
    return new MeterReading.Second(calls, errors, bytesIn, bytesOut);
  }

  synchronized MeterReading reading() {
    Latencies minute = callTimes.all();
    Latencies lengths = streamTimes.all();
    return new MeterReading(
        totals(),
        minute.micros(0.5),
        minute.micros(0.99),
        seconds.isEmpty() ? 0 : seconds.getLast().calls(),
        seconds.stream().toList(),
        new MeterReading.Streams(
            streams, failedStreams, received, sent, lengths.micros(0.5), lengths.micros(0.99)));
  }
}
