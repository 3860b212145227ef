package io.polyplug.monorepo.adapters;

import io.polyplug.process.CommandResult;
import io.polyplug.process.LaunchFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Runs installs, and those that dishes share once: who comes later waits and has the same outcome.
 * Safe from any thread.
 */
final class Installs {
  /** As long as a plugin has for it. */
  static final Duration LIMIT = Duration.ofMinutes(30);

  /** Not the steps: an install may write the lock file that makes the next ones differ. */
  private record Shared(Path folder, String adapter) {}

  private final ConcurrentMap<Shared, FutureTask<Optional<InstallFailure>>> once =
      new ConcurrentHashMap<>();

  static void run(Path folder, List<InstallStep> steps, ToolRunner tools)
      throws InstallFailure, InterruptedException {
    for (InstallStep step : steps) {
      run(folder, step, tools);
    }
  }

  void runOnce(String adapter, Path folder, List<InstallStep> steps, ToolRunner tools)
      throws InstallFailure, InterruptedException {
    Shared key = new Shared(folder, adapter);
    FutureTask<Optional<InstallFailure>> mine =
        new FutureTask<>(() -> outcome(folder, steps, tools));
    @Nullable FutureTask<Optional<InstallFailure>> earlier = once.putIfAbsent(key, mine);
    FutureTask<Optional<InstallFailure>> install = earlier == null ? mine : earlier;
    if (earlier == null) {
      mine.run();
    }
    Optional<InstallFailure> failure;
    try {
      failure = install.get();
    } catch (ExecutionException e) {
      once.remove(key, install);
      if (!(e.getCause() instanceof InterruptedException)) {
        throw new IllegalStateException("an install ended in an unforeseen way", e.getCause());
      }
      if (earlier == null) {
        throw new InterruptedException("the install was interrupted");
      }
      throw new InstallFailure("The install of another dish in the same folder was interrupted.");
    }
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  private static Optional<InstallFailure> outcome(
      Path folder, List<InstallStep> steps, ToolRunner tools) throws InterruptedException {
    try {
      run(folder, steps, tools);
      return Optional.empty();
    } catch (InstallFailure e) {
      return Optional.of(e);
    }
  }

  private static void run(Path folder, InstallStep step, ToolRunner tools)
      throws InstallFailure, InterruptedException {
    String command = String.join(" ", step.command());
    CommandResult result;
    try {
      result = tools.run(step.command(), folder, step.variables(), LIMIT);
    } catch (LaunchFailure e) {
      throw new InstallFailure(command + " could not be started: " + e.getMessage());
    }
    boolean good = result.status().isPresent() && result.status().get().isSuccess();
    if (!good || result.timedOut()) {
      throw new InstallFailure(command + " " + end(result) + output(result));
    }
  }

  private static String end(CommandResult result) {
    if (result.timedOut()) {
      return "did not end within " + LIMIT.toMinutes() + " minutes";
    }
    return result.status().isPresent() ? result.status().get().sentence() : "could not be ended";
  }

  /** As the tool wrote it: whoever shows it escapes it. */
  private static String output(CommandResult result) {
    return "\nstdout:\n" + result.stdout().strip() + "\nstderr:\n" + result.stderr().strip();
  }
}
