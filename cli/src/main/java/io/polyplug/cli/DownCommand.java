package io.polyplug.cli;

import io.polyplug.cli.running.RunningProblem;
import io.polyplug.cli.running.RunningView;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug down}: ends the running host and its plugins. */
final class DownCommand implements Command {
  /** Longer than any contract lets its plugins take to end. */
  private static final Duration LONGEST_END = Duration.ofSeconds(60);

  @Override
  public CommandSpec specification(String name) {
    return CommonOptions.command(name, "Ends the running host and all its plugins.");
  }

  @Override
  public int run(Given given, Surroundings around) {
    try (RunningView running = Hosts.needed(given, around)) {
      long pid = running.pid();
      if (!running.stop(CommonOptions.timeout(given).orElse(LONGEST_END))) {
        throw new RunningProblem(
            "still_ending", "The running host, pid " + pid + ", has not ended yet");
      }
      if (around.printer().wantsJson()) {
        around
            .printer()
            .document(
                out -> {
                  out.writeBooleanProperty("ok", true);
                  out.writeNumberProperty("pid", pid);
                });
      } else {
        around.printer().line("polyplug is down: pid " + pid + " has ended its plugins");
      }
    }
    return ExitCode.OK;
  }
}
