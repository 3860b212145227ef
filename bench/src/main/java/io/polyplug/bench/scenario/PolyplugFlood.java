package io.polyplug.bench.scenario;

import io.polyplug.bench.talk.PolyplugChild;
import io.polyplug.bench.talk.Protocol;
import io.polyplug.process.LaunchFailure;
import io.polyplug.wire.Json;
import io.polyplug.wire.Order;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/** Ours, with an ordered handler that counts. Reaches messages per second. */
final class PolyplugFlood implements Contender {
  private final PolyplugChild echo;
  private final int count;
  private final Json params;
  private final Semaphore all = new Semaphore(0);

  /** Only the ordered handler touches it, one message at a time. */
  private int seen;

  PolyplugFlood(Path program, Protocol protocol, int count) throws LaunchFailure {
    this.count = count;
    params = Json.parse("{\"count\":" + count + "}");
    echo =
        PolyplugChild.start(
            program,
            protocol,
            builder -> builder.onNotification("tick", Order.ORDERED, _ -> tick()));
  }

  private void tick() {
    seen++;
    if (seen == count) {
      seen = 0;
      all.release();
    }
  }

  @Override
  public String name() {
    return "polyplug";
  }

  @Override
  public double turn(Duration length) throws InterruptedException {
    long began = System.nanoTime();
    echo.peer().notify("flood", params);
    all.acquire();
    return count * 1e9 / (System.nanoTime() - began);
  }

  @Override
  public void close() {
    echo.close();
  }
}
