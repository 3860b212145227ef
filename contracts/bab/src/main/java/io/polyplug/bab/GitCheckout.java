package io.polyplug.bab;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.process.CommandResult;
import io.polyplug.process.CommandRunner;
import io.polyplug.process.Environment;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Gets repositories with the git program, which asks nothing, runs no hooks and no templates, and
 * is ended after a while. Safe from any thread.
 */
final class GitCheckout {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final int OUTPUT = 10_000;

  /** Of a repository that this process may itself be working in. */
  private static final List<String> OF_ANOTHER =
      List.of("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX");

  private static final List<String> ALWAYS =
      List.of("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false");

  private final ProgramLookup programs;
  private final Environment environment;
  private final CommandRunner runner;

  GitCheckout(ProgramLookup programs, Environment given, Spawner spawner, Clock clock) {
    this.programs = programs;
    this.environment = quiet(given);
    Duration grace = Duration.ofSeconds(1);
    this.runner =
        new CommandRunner(
            spawner,
            new CommandRunner.Limits(1, OUTPUT, CommandRunner.Keep.LAST, grace, grace),
            clock);
  }

  private static Environment quiet(Environment given) {
    Environment quiet = given;
    for (String name : OF_ANOTHER) {
      quiet = quiet.without(name);
    }
    if (!quiet.variables().containsKey("GIT_SSH_COMMAND")) {
      quiet = quiet.with("GIT_SSH_COMMAND", "ssh -oBatchMode=yes");
    }
    return quiet.with("GIT_TERMINAL_PROMPT", "0").with("GIT_LFS_SKIP_SMUDGE", "1");
  }

  /** Clones what the source names into one of these folders, which do not exist; tells which. */
  Path get(PluginSource source, Path shallow, Path whole)
      throws StoreFailure, InterruptedException {
    require(source, clone(source, shallow, List.of("--depth", "1")));
    if (source.ref().isEmpty() || isGood(checkout(source, shallow))) {
      return shallow;
    }
    // Only a whole clone knows every branch, tag and commit.
    require(source, clone(source, whole, List.of()));
    require(source, checkout(source, whole));
    return whole;
  }

  /** The commit that is checked out. */
  String commit(PluginSource source, Path folder) throws StoreFailure, InterruptedException {
    CommandResult result = git(List.of("-C", folder.toString(), "rev-parse", "HEAD"));
    require(source, result);
    return result.stdout().strip();
  }

  private CommandResult clone(PluginSource source, Path into, List<String> depth)
      throws StoreFailure, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("clone", "--quiet", "--template="));
    arguments.addAll(depth);
    arguments.addAll(List.of("--", source.url(), into.toString()));
    return git(arguments);
  }

  private CommandResult checkout(PluginSource source, Path folder)
      throws StoreFailure, InterruptedException {
    return git(
        List.of("-C", folder.toString(), "checkout", "--quiet", source.ref().orElseThrow(), "--"));
  }

  private CommandResult git(List<String> arguments) throws StoreFailure, InterruptedException {
    List<String> all = new ArrayList<>(ALWAYS);
    all.addAll(arguments);
    try {
      ProcessSpec spec =
          ProcessSpec.of(programs.find("git")).arguments(all).environment(environment).build();
      return runner.run(UUID.randomUUID().toString(), spec, null, LIMIT);
    } catch (LaunchFailure | CommandRunner.Refused failure) {
      throw new StoreFailure("git cannot be run: " + failure.getMessage(), failure);
    }
  }

  private static boolean isGood(CommandResult result) {
    return !result.timedOut() && result.status().filter(ExitStatus::isSuccess).isPresent();
  }

  private static void require(PluginSource source, CommandResult result) throws StoreFailure {
    if (!isGood(result)) {
      String what = UntrustedText.excerpt(source.shownOriginal(), 200);
      String said =
          result
              .stderr()
              .lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty())
              .collect(Collectors.joining(" "))
              .replace(source.url(), source.shownUrl());
      throw new StoreFailure(
          result.timedOut()
              ? what + " could not be fetched within " + LIMIT.toMinutes() + " minutes."
              : what + " could not be fetched: " + UntrustedText.excerpt(said, 1_000));
    }
  }
}
