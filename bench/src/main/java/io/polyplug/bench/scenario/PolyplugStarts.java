package io.polyplug.bench.scenario;

import io.polyplug.process.Child;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Our spawner: three pipes, a group, a drained stderr. Reaches microseconds for a child. */
final class PolyplugStarts implements Contender {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<Child> idle = new ArrayList<>();
  private final ProcessSpec spec;
  private final int starts;

  PolyplugStarts(Path echo, int running, int starts) throws LaunchFailure {
    this.starts = starts;
    spec = ProcessSpec.of(echo).arguments("exit").build();
    ProcessSpec waiting = spec.toBuilder().arguments("idle").build();
    for (int i = 0; i < running; i++) {
      idle.add(Spawner.platform().start(waiting));
    }
  }

  @Override
  public String name() {
    return "polyplug";
  }

  @Override
  public double turn(Duration length) throws Exception {
    long began = System.nanoTime();
    for (int i = 0; i < starts; i++) {
      try (Child child = Spawner.platform().start(spec)) {
        if (child.awaitExit(PATIENCE).isEmpty()) {
          throw new IllegalStateException("a child that exits at once did not");
        }
      }
    }
    return (System.nanoTime() - began) / 1e3 / starts;
  }

  @Override
  public void close() {
    idle.forEach(Child::close);
  }
}
