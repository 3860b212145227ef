package io.polyplug.cli.dev;

import io.polyplug.base.Clock;
import io.polyplug.process.CommandResult;
import io.polyplug.process.CommandRunner;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Has programs in Python wait for a debugger by debugpy, which is asked for and never assumed. */
final class PythonDebugger {
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(30);
  private static final String LOOK =
      "import importlib.util; print('yes' if importlib.util.find_spec('debugpy') else 'no')";
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** Options of python that have their value behind them. */
  private static final Set<String> WITH_VALUE = Set.of("-W", "-X", "--check-hash-based-pycs");

  /**
   * The same program under debugpy; empty if there is none.
   *
   * @param interpreter what the first line of a script says; empty if the program is python itself
   */
  Optional<ProcessSpec> waiting(
      ProcessSpec spec, List<String> interpreter, String address, Spawner spawner) {
    List<String> words = new ArrayList<>();
    Path program = spec.program();
    if (!interpreter.isEmpty()) {
      Optional<Path> found = find(interpreter.getFirst(), spec);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      program = found.get();
      words.addAll(interpreter.subList(1, interpreter.size()));
      words.add(spec.program().toString());
    }
    words.addAll(spec.arguments());
    int script = script(words);
    if (script >= words.size() || !hasDebugger(spec, program, spawner)) {
      return Optional.empty();
    }
    words.addAll(script, List.of("-m", "debugpy", "--listen", address, "--wait-for-client"));
    return Optional.of(
        new ProcessSpec(
            program,
            words,
            spec.folder(),
            spec.environment(),
            spec.stdin(),
            spec.stdout(),
            spec.stderr(),
            spec.group()));
  }

  private static Optional<Path> find(String name, ProcessSpec spec) {
    try {
      String path = spec.environment().variables().getOrDefault("PATH", "");
      return Optional.of(new ProgramLookup(spec.folder(), path).find(name));
    } catch (LaunchFailure e) {
      return Optional.empty();
    }
  }

  /** Where the script, or "-m" or "-c", stands: behind the options of python itself. */
  private static int script(List<String> words) {
    int at = 0;
    while (at < words.size()
        && words.get(at).startsWith("-")
        && !words.get(at).equals("-m")
        && !words.get(at).equals("-c")) {
      at += WITH_VALUE.contains(words.get(at)) ? 2 : 1;
    }
    return at;
  }

  private static boolean hasDebugger(ProcessSpec spec, Path python, Spawner spawner) {
    ProcessSpec look =
        ProcessSpec.of(python)
            .arguments("-c", LOOK)
            .folder(spec.folder())
            .environment(spec.environment())
            .build();
    CommandRunner runner =
        new CommandRunner(
            spawner,
            new CommandRunner.Limits(1, 1_000, CommandRunner.Keep.FIRST, GRACE, GRACE),
            Clock.system());
    try {
      CommandResult result = runner.run(UUID.randomUUID().toString(), look, null, LONGEST_LOOK);
      return result.stdout().strip().equals("yes");
    } catch (LaunchFailure | CommandRunner.Refused e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
