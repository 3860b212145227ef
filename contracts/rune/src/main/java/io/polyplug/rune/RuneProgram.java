package io.polyplug.rune;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvents;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.config.SecretText;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.StderrPolicy;
import io.polyplug.rune.protocol.RuneProtocol;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Turns a binding into a process to start (section 3). */
final class RuneProgram {
  private static final int MAX_STDERR_LINE = 4 * 1024;

  private RuneProgram() {}

  static ProcessSpec specification(RuneBinding binding, HostEvents events) {
    String id = binding.info().id();
    String who = binding.info().key();
    Environment environment = environment(binding);
    try {
      return ProcessSpec.of(program(binding))
          .arguments(binding.process().arguments())
          .folder(binding.process().folder())
          .environment(environment)
          .stderr(
              new StderrPolicy.Lines(
                  MAX_STDERR_LINE,
                  RuneProtocol.STDERR_TAIL,
                  line -> events.emit(new HostEvent.LogLine(who, HostEvent.Level.INFO, line))))
          .build();
    } catch (LaunchFailure e) {
      throw PluginFailure.notLaunched(id, e);
    }
  }

  /** The absolute path of the program: on the host's PATH, or a path of the binding. */
  static Path program(RuneBinding binding) throws LaunchFailure {
    return new ProgramLookup(binding.commandBase(), ProgramLookup.ofHost().searchPath())
        .find(binding.process().command());
  }

  /** Exactly what the binding names; a secret that is not there is the configuration's fault. */
  private static Environment environment(RuneBinding binding) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (Map.Entry<String, SecretText> entry : binding.process().environment().entrySet()) {
      try {
        variables.put(entry.getKey(), entry.getValue().resolve(System.getenv()));
      } catch (IOException e) {
        throw new PluginFailure(
            new Failure(
                FailureCode.INVALID_CONFIGURATION,
                binding.info().id(),
                "its environment variable " + entry.getKey() + " has no value: " + e.getMessage()),
            e);
      }
    }
    return Environment.empty().withAll(variables);
  }
}
