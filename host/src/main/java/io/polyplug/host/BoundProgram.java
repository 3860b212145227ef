package io.polyplug.host;

import io.polyplug.host.config.ProcessBinding;
import io.polyplug.host.config.SecretText;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchDiagnosis;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.StderrPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The program of a plugin whose environment comes on top of the host's, from a binding. Nothing is
 * looked up before it is asked for.
 *
 * @param plugin the id, for failures
 * @param base what a relative command with a separator is relative to
 */
public record BoundProgram(String plugin, ProcessBinding process, Path base) {
  private static final int MAX_STDERR_LINE = 16 * 1024;

  /** The command and its arguments, as bound. */
  public List<String> commandLine() {
    List<String> line = new ArrayList<>();
    line.add(process.command());
    line.addAll(process.arguments());
    return line;
  }

  /**
   * What to start; lines of its standard error are log lines of the host.
   *
   * @param who the plugin's {@linkplain PluginInfo#key() key}
   */
  public ProcessSpec specification(String who, HostEvents events) {
    try {
      return specification()
          .stderr(
              StderrPolicy.lines(
                  MAX_STDERR_LINE,
                  line -> events.emit(new HostEvent.LogLine(who, HostEvent.Level.INFO, line))))
          .build();
    } catch (LaunchFailure e) {
      throw PluginFailure.notLaunched(plugin, e);
    }
  }

  /** Without what becomes of its standard error. */
  public ProcessSpec.Builder specification() throws LaunchFailure {
    Path program =
        new ProgramLookup(base, ProgramLookup.ofHost().searchPath()).find(process.command());
    return ProcessSpec.of(program)
        .arguments(process.arguments())
        .folder(process.folder())
        .environment(environment());
  }

  private Environment environment() {
    Environment environment = Environment.empty().inheritAll();
    for (Map.Entry<String, SecretText> entry : process.environment().entrySet()) {
      try {
        environment = environment.with(entry.getKey(), entry.getValue().resolve(System.getenv()));
      } catch (IOException e) {
        throw new PluginFailure(
            new Failure(
                FailureCode.INVALID_CONFIGURATION,
                plugin,
                "its environment variable " + entry.getKey() + " has no value: " + e.getMessage()),
            e);
      }
    }
    return environment;
  }

  /** What would keep it from being started; empty if nothing is known. */
  public List<String> diagnose() {
    try {
      return LaunchDiagnosis.examine(specification().build())
          .map(LaunchFailure::getMessage)
          .stream()
          .toList();
    } catch (LaunchFailure e) {
      return List.of(e.getMessage());
    } catch (PluginFailure e) {
      return List.of(e.failure().message());
    }
  }
}
