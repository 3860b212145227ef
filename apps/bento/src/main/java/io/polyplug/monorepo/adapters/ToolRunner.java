package io.polyplug.monorepo.adapters;

import io.polyplug.process.CommandResult;
import io.polyplug.process.CommandRunner;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs tools to their end, keeping the last of what they write. Safe from any thread. Nothing of a
 * run is left when it is over; an interrupt ends it.
 */
final class ToolRunner {
  private static final int CONCURRENT = 1_024;
  private static final int CHARACTERS = 64 * 1_024;
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final ToolHost host;
  private final Runs runs;

  ToolRunner(ToolHost host) {
    this(host, new Runs(host));
  }

  private ToolRunner(ToolHost host, Runs runs) {
    this.host = host;
    this.runs = runs;
  }

  /** What runs, whatever its path: one bound for all, and no number twice. */
  private static final class Runs {
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong numbers = new AtomicLong();
    private final ToolHost host;
    private @Nullable CommandRunner runner;

    Runs(ToolHost host) {
      this.host = host;
    }

    CommandResult run(ProcessSpec spec, Duration limit)
        throws LaunchFailure, CommandRunner.Refused, InterruptedException {
      return runner().run("tool-" + numbers.incrementAndGet(), spec, null, limit);
    }

    /** Made with the first run, since most commands run none. */
    private CommandRunner runner() {
      lock.lock();
      try {
        CommandRunner known = runner;
        if (known == null) {
          CommandRunner.Limits limits =
              new CommandRunner.Limits(
                  CONCURRENT, CHARACTERS, CommandRunner.Keep.LAST, GRACE, GRACE);
          known = new CommandRunner(host.spawner().get(), limits, host.clock());
          runner = known;
        }
        return known;
      } finally {
        lock.unlock();
      }
    }
  }

  /** The same with a folder that comes first on the path, for the tools and for what they run. */
  ToolRunner first(Optional<Path> programs) {
    if (programs.isEmpty()) {
      return this;
    }
    Environment environment = host.environment();
    return new ToolRunner(
        new ToolHost(
            host.spawner(),
            host.clock(),
            environment.with("PATH", SearchPath.first(programs.get(), environment)),
            host.folder()),
        runs);
  }

  /** Whether there is such a program on the path; cheaper than a failed start. */
  boolean has(String program) {
    for (String entry : path().split(":", -1)) {
      try {
        if (!entry.isEmpty()) {
          Path file = host.folder().resolve(entry).resolve(program);
          if (Files.isRegularFile(file) && Files.isExecutable(file)) {
            return true;
          }
        }
      } catch (InvalidPathException e) {
        // Such a folder cannot hold anything.
      }
    }
    return false;
  }

  /**
   * Runs one command.
   *
   * @param command the program, looked up from the folder if it is a path, and its arguments
   * @param variables in addition to those that all tools see
   */
  CommandResult run(
      List<String> command, Path folder, Map<String, String> variables, Duration limit)
      throws LaunchFailure, InterruptedException {
    Environment environment = host.environment().withAll(variables);
    ProcessSpec spec =
        ProcessSpec.of(new ProgramLookup(folder, path()).find(command.getFirst()))
            .arguments(command.subList(1, command.size()))
            .folder(folder)
            .environment(environment)
            .build();
    try {
      return runs.run(spec, limit);
    } catch (CommandRunner.Refused e) {
      throw new LaunchFailure(LaunchFailure.Reason.REFUSED, String.valueOf(e.getMessage()));
    }
  }

  private String path() {
    return host.environment().variables().getOrDefault("PATH", "");
  }
}
