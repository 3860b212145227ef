package io.polyplug.monorepo.container;

import io.polyplug.base.Clock;
import io.polyplug.process.CommandResult;
import io.polyplug.process.CommandRunner;
import io.polyplug.process.Environment;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The short commands that a runtime is given besides tasks. Safe from any thread. */
final class RuntimeCommands {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final CommandRunner.Limits LIMITS =
      new CommandRunner.Limits(
          1024, 8192, CommandRunner.Keep.FIRST, Duration.ofSeconds(2), Duration.ofSeconds(1));

  private final AtomicLong runs = new AtomicLong();
  private final Environment environment;
  private final CommandRunner runner;

  RuntimeCommands(Environment environment, Spawner spawner, Clock clock) {
    this.environment = environment;
    this.runner = new CommandRunner(spawner, LIMITS, clock);
  }

  /** Whether the command ends with code 0 in time; takes {@link #LIMIT} at most. */
  boolean succeeds(Path program, String... arguments) throws InterruptedException {
    ProcessSpec spec =
        ProcessSpec.of(program).arguments(List.of(arguments)).environment(environment).build();
    try {
      CommandResult result = runner.run(Long.toString(runs.incrementAndGet()), spec, null, LIMIT);
      return !result.timedOut() && result.status().filter(ExitStatus::isSuccess).isPresent();
    } catch (LaunchFailure | CommandRunner.Refused failed) {
      return false;
    }
  }
}
