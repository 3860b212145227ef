package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import com.sun.management.ThreadMXBean;
import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import io.polyplug.wire.ContentLength;
import io.polyplug.wire.FrameDecoder;
import io.polyplug.wire.Framing;
import io.polyplug.wire.FramingException;
import io.polyplug.wire.Ndjson;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a decoder holds at most while somebody tries to fill the memory through it. */
final class HostileFrames implements Scenario {
  private static final String HELD = "most that is held";
  private static final String ALLOCATED = "allocated in all";

  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  /** One read and what it grows into. */
  private static final double READ = 128 << 10;

  /** A line may be 16 MiB long and the buffer doubles. */
  private static final double LINE = 2 * (16 << 20) + READ;

  private enum Attack {
    ANNOUNCED("16 MiB + 1 announced", "Content-Length: 16777217\r\n\r\n", READ),
    HEADER("a header without end", "Content-", READ),
    LINE("a line without end", "{", HostileFrames.LINE);

    private final String row;
    private final String start;
    private final double most;

    Attack(String row, String start, double most) {
      this.row = row;
      this.start = start;
      this.most = most;
    }

    private Framing framing() {
      return this == LINE ? Ndjson.STANDARD : ContentLength.STRICT;
    }
  }

  @Override
  public String name() {
    return "hostile";
  }

  @Override
  public @Nullable String missing(Surroundings with) {
    return null;
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    List<Comparison> all = new ArrayList<>();
    for (Attack attack : Attack.values()) {
      all.add(Comparison.number(name(), attack.row, HELD, AT_MOST, attack.most));
      all.add(Comparison.number(name(), attack.row, ALLOCATED, AT_MOST, null));
    }
    return all;
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    List<Series> all = new ArrayList<>();
    for (Attack attack : Attack.values()) {
      List<Double> held = new ArrayList<>();
      List<Double> allocated = new ArrayList<>();
      for (int round = 0; round < settings.rounds(); round++) {
        // The decoder says itself what it holds; the JVM is asked, too, what it was given.
        long before = THREADS.getCurrentThreadAllocatedBytes();
        held.add(mostHeld(attack));
        allocated.add((double) (THREADS.getCurrentThreadAllocatedBytes() - before));
      }
      all.add(new Series(attack.row, HELD, "B", held));
      all.add(new Series(attack.row, ALLOCATED, "B", allocated));
    }
    return all;
  }

  private static double mostHeld(Attack attack) throws IOException {
    FrameDecoder decoder = attack.framing().decoder();
    EndlessStream stream = new EndlessStream(attack.start);
    int most = 0;
    try {
      // Without a limit this would go on until there is no memory left.
      while (decoder.readFrom(stream) >= 0) {
        most = Math.max(most, decoder.capacity());
        if (decoder.next() != null) {
          throw new IllegalStateException("a frame came out of " + attack.row);
        }
        most = Math.max(most, decoder.capacity());
      }
    } catch (FramingException refused) {
      return most;
    }
    throw new IllegalStateException(attack.row + " was not refused");
  }
}
