package io.polyplug.monorepo.plan;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.process.CommandResult;
import io.polyplug.process.CommandRunner;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks git what has changed. Safe from any thread. */
public final class GitChanges {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int MAX_CHARACTERS = 64 * 1024 * 1024;

  private final Path root;
  private final Environment environment;
  private final CommandRunner runner;

  public GitChanges(Path root, Environment environment, Spawner spawner, Clock clock) {
    this.root = root;
    this.environment = environment;
    this.runner =
        new CommandRunner(
            spawner,
            new CommandRunner.Limits(
                4,
                MAX_CHARACTERS,
                CommandRunner.Keep.FIRST,
                Duration.ofSeconds(2),
                Duration.ofSeconds(1)),
            clock);
  }

  /** The files that differ from a revision, and those that git does not know; from the root on. */
  public List<String> since(String revision) throws WorkspaceProblem, InterruptedException {
    if (revision.startsWith("-")) {
      throw failed("\"" + UntrustedText.excerpt(revision, 100) + "\" cannot be a revision");
    }
    List<String> files = new ArrayList<>();
    // Names end with NUL, so that git does not quote odd ones; a file that moved has changed where
    // it was, too.
    lines(git("diff", "--name-only", "--no-renames", "--relative", "-z", revision, "--"), files);
    lines(git("ls-files", "--others", "--exclude-standard", "-z"), files);
    return files;
  }

  /** Whether git answers this without a complaint. */
  public boolean succeeds(String... arguments) throws InterruptedException {
    try {
      var _ = git(arguments);
      return true;
    } catch (WorkspaceProblem e) {
      return false;
    }
  }

  private static void lines(String output, List<String> to) {
    for (String name : output.split("\0", -1)) {
      if (!name.isEmpty()) {
        to.add(name);
      }
    }
  }

  private String git(String... arguments) throws WorkspaceProblem, InterruptedException {
    CommandResult result;
    try {
      String path = environment.variables().getOrDefault("PATH", "");
      Path program = new ProgramLookup(root, path).find("git");
      ProcessSpec spec =
          ProcessSpec.of(program)
              .arguments(List.of(arguments))
              .folder(root)
              .environment(environment)
              .build();
      result = runner.run(String.join(" ", arguments), spec, null, LIMIT);
    } catch (LaunchFailure | CommandRunner.Refused e) {
      throw failed(String.valueOf(e.getMessage()));
    }
    if (result.timedOut() || result.status().isEmpty() || !result.status().get().isSuccess()) {
      throw failed(UntrustedText.excerpt(result.stderr().strip(), 500));
    }
    if (result.stdoutTruncated()) {
      throw failed("more files have changed than can be looked at");
    }
    return result.stdout();
  }

  private WorkspaceProblem failed(String why) {
    return new WorkspaceProblem(
        ProblemKind.INTERNAL,
        "git could not tell what has changed: " + why,
        Optional.of(root.toString()),
        Optional.of("--since needs a repository of git and a revision that it knows."),
        List.of());
  }
}
