package io.polyplug.monorepo.run;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.container.Containers;
import io.polyplug.monorepo.container.Placement;
import io.polyplug.monorepo.plan.PreparedDish;
import io.polyplug.monorepo.plan.ResolvedTask;
import io.polyplug.process.CommandResult;
import io.polyplug.process.CommandRunner;
import io.polyplug.process.Environment;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs commands on this machine or in containers, and keeps all that they write, up to a limit.
 * Safe from any thread.
 */
public final class PlacedCommands implements TaskCommands {
  /** Of each output; the end of a longer one is kept, where tools say what went wrong. */
  private static final int MAX_BYTES = 16 * 1024 * 1024;

  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration AFTER_EXIT = Duration.ofSeconds(1);

  /** Tasks have no deadline of their own. */
  private static final Duration NO_DEADLINE = Duration.ofDays(365);

  /** The same for all: it is where POSIX says that it is. */
  static final Path SHELL = Path.of("/bin/sh");

  private final AtomicLong runs = new AtomicLong();
  private final CommandRunner runner;
  private final Placement placement;
  private final Containers containers;
  private final Environment environment;
  private final PinnedFolders pinned;

  /**
   * For one run.
   *
   * @param environment of tasks on this machine
   * @param pinned where tools lie that a pin names
   */
  public PlacedCommands(
      Spawner spawner,
      Clock clock,
      Placement placement,
      Containers containers,
      Environment environment,
      PinnedFolders pinned) {
    this.runner =
        new CommandRunner(
            spawner,
            new CommandRunner.Limits(
                Integer.MAX_VALUE,
                MAX_BYTES,
                CommandRunner.Keep.LAST,
                GRACE,
                AFTER_EXIT,
                StandardCharsets.ISO_8859_1),
            clock);
    this.placement = placement;
    this.containers = containers;
    this.environment = environment;
    this.pinned = pinned;
  }

  @Override
  public TaskEnd run(PreparedDish dish, ResolvedTask task, String command)
      throws WorkspaceProblem, InterruptedException {
    String id = "task-" + runs.incrementAndGet();
    try {
      return switch (placement) {
        case Placement.OnHost _ ->
            end(runner.runGracefully(id, onHost(dish, command), null, NO_DEADLINE));
        case Placement.InContainer place ->
            end(
                containers
                    .task(place, dish.dish().directory(), command, task.env())
                    .run(runner, id, NO_DEADLINE));
        case Placement.Nowhere nowhere -> throw nowhere.problem();
      };
    } catch (LaunchFailure e) {
      throw new WorkspaceProblem(ProblemKind.INTERNAL, String.valueOf(e.getMessage()));
    } catch (CommandRunner.Refused e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Optional<Path> programs(PreparedDish dish) {
    return pinned.of(dish);
  }

  @Override
  public Optional<Path> programsToUse(PreparedDish dish) {
    return pinned.toUse(dish);
  }

  private ProcessSpec onHost(PreparedDish dish, String command) {
    return ProcessSpec.of(SHELL)
        .arguments("-c", command)
        .folder(dish.dish().directory())
        .environment(pinned.first(environment, dish))
        .build();
  }

  /** The task in the foreground, with what this program has. */
  public ProcessSpec inForeground(PreparedDish dish, String command, List<String> arguments) {
    List<String> all = new java.util.ArrayList<>(List.of("-c", command, "sh"));
    all.addAll(arguments);
    return ProcessSpec.of(SHELL)
        .arguments(all)
        .folder(dish.dish().directory())
        .environment(pinned.first(environment, dish))
        .stdin(ProcessSpec.Redirect.INHERIT)
        .stdout(ProcessSpec.Redirect.INHERIT)
        .stderr(io.polyplug.process.StderrPolicy.inherit())
        .group(ProcessSpec.Group.HOST)
        .build();
  }

  private static TaskEnd end(CommandResult result) {
    int code =
        result.status().isPresent() && result.status().get() instanceof ExitStatus.Exited exited
            ? exited.code()
            : -1;
    return new TaskEnd(
        code,
        result.stdout().getBytes(StandardCharsets.ISO_8859_1),
        result.stderr().getBytes(StandardCharsets.ISO_8859_1));
  }
}
