package io.polyplug.monorepo.container;

import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProgramLookup;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Finds the runtime that works, once. Safe from any thread. */
final class RuntimeProbe {
  /** In the order of section 8. */
  private static final List<String> RUNTIMES = List.of("docker", "podman", "nerdctl");

  /** A runtime that works. */
  record Found(String name, Path program) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final ProgramLookup programs;
  private final RuntimeCommands commands;
  private @Nullable Found found;
  private boolean probed;

  RuntimeProbe(ProgramLookup programs, RuntimeCommands commands) {
    this.programs = programs;
    this.commands = commands;
  }

  /** The first runtime whose {@code --version} succeeds. */
  Optional<Found> find() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!probed) {
        found = probe();
        probed = true;
      }
      return Optional.ofNullable(found);
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Found probe() throws InterruptedException {
    for (String name : RUNTIMES) {
      try {
        Path program = programs.find(name);
        if (commands.succeeds(program, "--version")) {
          return new Found(name, program);
        }
      } catch (LaunchFailure notThere) {
        // The next one may be.
      }
    }
    return null;
  }
}
