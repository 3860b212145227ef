package io.polyplug.process.internal;

import io.polyplug.process.Child;
import io.polyplug.process.Environment;
import io.polyplug.process.Guardian;
import io.polyplug.process.Journal;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.nio.file.Path;

/** A host that a test ends: it starts stubborn families and then goes on starting children. */
final class GuardedHost {
  private static final int FAMILIES = 4;

  private GuardedHost() {}

  public static void main(String[] arguments) throws Exception {
    Path state = Path.of(arguments[0]);
    boolean churns = Boolean.parseBoolean(arguments[1]);
    Environment marked = Environment.empty().inherit("PATH").with("MARK", System.getenv("MARK"));
    Journal journal = Journal.open(state);
    boolean lean = Boolean.parseBoolean(arguments[2]);
    Guardian guardian = Guardian.of(lean ? LeanSpawner.ready() : Spawner.platform(), journal);
    for (int i = 0; i < FAMILIES; i++) {
      guardian.spawner().start(stubborn(marked));
    }
    System.out.println(((GuardedSpawner) guardian.spawner()).guardPid());
    while (churns) {
      guardian.spawner().start(stubborn(marked));
      try (Child brief = guardian.spawner().start(script("exit 0", marked))) {
        brief.awaitExit(java.time.Duration.ofSeconds(5));
      }
    }
    Thread.currentThread().join();
  }

  /** Deaf to TERM and to the end of its input, and so is its child. */
  private static ProcessSpec stubborn(Environment environment) {
    return script(
        "trap '' TERM; sh -c 'trap \"\" TERM; while :; do sleep 600; done' &"
            + " while :; do sleep 600; done",
        environment);
  }

  private static ProcessSpec script(String script, Environment environment) {
    return ProcessSpec.of(Path.of("/bin/sh"))
        .arguments("-c", script)
        .environment(environment)
        .build();
  }
}
