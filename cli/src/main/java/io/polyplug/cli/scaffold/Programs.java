package io.polyplug.cli.scaffold;

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
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Runs the programs that a plugin is made with, each to its end.
 *
 * @param environment what they see
 */
record Programs(Map<String, String> environment) {
  /** A build on a busy machine takes its time. */
  private static final Duration MOST = Duration.ofMinutes(3);

  private static final int CHARACTERS = 4_000;

  /** What it writes to standard output; nothing if it fails. */
  String output(List<String> words, ProgramLookup lookup) throws InterruptedException {
    try {
      CommandResult result = result(words, lookup);
      return succeeded(result) ? result.stdout() : "";
    } catch (LaunchFailure | CommandRunner.Refused e) {
      return "";
    }
  }

  /** Runs it; what it says is told if it fails. */
  void run(List<String> words, ProgramLookup lookup) throws InterruptedException {
    try {
      CommandResult result = result(words, lookup);
      if (!succeeded(result)) {
        String said = result.stderr().isBlank() ? result.stdout() : result.stderr();
        throw new NotMade(
            "The files are there, but %s %s: %s"
                .formatted(
                    UntrustedText.excerpt(String.join(" ", words), 300),
                    result.timedOut() ? "took too long" : "failed",
                    UntrustedText.excerpt(said.strip(), 1_000)));
      }
    } catch (LaunchFailure | CommandRunner.Refused e) {
      throw new NotMade("The files are there, but nothing could be run: " + e.getMessage());
    }
  }

  private static boolean succeeded(CommandResult result) {
    return result.status().filter(ExitStatus::isSuccess).isPresent();
  }

  private CommandResult result(List<String> words, ProgramLookup lookup)
      throws LaunchFailure, CommandRunner.Refused, InterruptedException {
    CommandRunner.Limits limits =
        new CommandRunner.Limits(
            1, CHARACTERS, CommandRunner.Keep.FIRST, Duration.ofSeconds(2), Duration.ofSeconds(2));
    ProcessSpec spec =
        ProcessSpec.of(lookup.find(words.getFirst()))
            .arguments(words.subList(1, words.size()))
            .folder(lookup.folder())
            .environment(Environment.empty().withAll(environment))
            .build();
    return new CommandRunner(Spawner.platform(), limits, Clock.system())
        .run("new", spec, null, MOST);
  }
}
