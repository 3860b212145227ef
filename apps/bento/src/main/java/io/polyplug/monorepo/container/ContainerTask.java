package io.polyplug.monorepo.container;

import io.polyplug.process.CommandResult;
import io.polyplug.process.CommandRunner;
import io.polyplug.process.Environment;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * One run in a container. Whoever runs it by {@link #run} leaves no container behind, however it
 * ends; whoever starts {@link #spec} otherwise calls {@link #remove} if the runtime's process did
 * not exit by itself, because a container outlives the process that asked for it.
 */
public final class ContainerTask {
  private final Placement.InContainer place;
  private final String name;
  private final ProcessSpec spec;
  private final RuntimeCommands commands;
  private final Consumer<String> warnings;

  ContainerTask(
      Placement.InContainer place,
      String name,
      Path dish,
      List<String> arguments,
      Environment environment,
      RuntimeCommands commands,
      Consumer<String> warnings) {
    this.place = place;
    this.name = name;
    this.spec =
        ProcessSpec.of(place.program())
            .arguments(arguments)
            .folder(dish)
            .environment(environment)
            .build();
    this.commands = commands;
    this.warnings = warnings;
  }

  /** The runtime's process. */
  public ProcessSpec spec() {
    return spec;
  }

  /** The name of the container. */
  public String name() {
    return name;
  }

  /**
   * Runs it to its end with nothing on its stdin. After a timeout, a cancellation or an interrupt
   * this returns when the container is gone as well, which may be later than {@link
   * CommandRunner#cancel} says: an end of the host waits for this thread.
   */
  public CommandResult run(CommandRunner runner, String runId, Duration timeout)
      throws LaunchFailure, CommandRunner.Refused, InterruptedException {
    boolean removed = false;
    try {
      CommandResult result = runner.runGracefully(runId, spec, null, timeout);
      removed = !result.timedOut() && !result.cancelled() && exitedByItself(result);
      return result;
    } catch (LaunchFailure | CommandRunner.Refused neverStarted) {
      removed = true;
      throw neverStarted;
    } finally {
      if (!removed) {
        remove();
      }
    }
  }

  private static boolean exitedByItself(CommandResult result) {
    return result.status().filter(ExitStatus.Exited.class::isInstance).isPresent();
  }

  /**
   * Ends the container at once and removes it; does nothing if there is none. Takes a minute at
   * most. An interrupt ends it early and is kept.
   */
  public void remove() {
    try {
      // Before rm, which some runtimes let wait for a task that does not listen to TERM.
      commands.succeeds(place.program(), "kill", name);
      if (!commands.succeeds(place.program(), "rm", "-f", name)
          && commands.succeeds(place.program(), "container", "inspect", name)) {
        warn();
      }
    } catch (InterruptedException again) {
      warn();
      Thread.currentThread().interrupt();
    }
  }

  private void warn() {
    warnings.accept(
        "The container of a task that was ended may still be there; \""
            + place.runtime()
            + " rm -f "
            + name
            + "\" removes it.");
  }
}
