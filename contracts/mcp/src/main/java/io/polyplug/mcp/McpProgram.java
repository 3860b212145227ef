package io.polyplug.mcp;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvents;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.config.SecretText;
import io.polyplug.host.config.VariableText;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.StderrPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Turns a server into a process to start. */
record McpProgram(McpPlugin plugin, McpWire.Stdio wire) {
  /** What every server sees of the host's environment, as with the official clients. */
  private static final String[] BASELINE = {"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"};

  private static final int MAX_STDERR_LINE = 16 * 1024;

  /** A path is relative to the working folder; a name is looked up on the PATH and nowhere else. */
  Path program() throws LaunchFailure {
    return new ProgramLookup(folder(), ProgramLookup.ofHost().searchPath())
        .find(filled(wire.command()));
  }

  Path folder() {
    return wire.folder()
        .map(this::filled)
        .filter(dir -> !dir.isBlank())
        .map(dir -> wire.base().resolve(dir).normalize())
        .orElse(wire.base());
  }

  List<String> arguments() {
    return wire.arguments().stream().map(this::filled).toList();
  }

  private String filled(String text) {
    return wire.filled()
        ? SecretValues.resolve(
            new SecretText.Filled(new VariableText(text)), "its command", plugin.id())
        : text;
  }

  ProcessSpec specification(HostEvents events) {
    String who = plugin.info().key();
    try {
      return ProcessSpec.of(program())
          .arguments(arguments())
          .folder(folder())
          .environment(environment())
          .stderr(
              StderrPolicy.lines(
                  MAX_STDERR_LINE,
                  line -> events.emit(new HostEvent.LogLine(who, HostEvent.Level.INFO, line))))
          .build();
    } catch (LaunchFailure e) {
      throw PluginFailure.notLaunched(plugin.id(), e);
    } catch (IllegalArgumentException e) {
      throw new PluginFailure(
          new Failure(
              FailureCode.INVALID_CONFIGURATION, plugin.id(), String.valueOf(e.getMessage())),
          e);
    }
  }

  Environment environment() {
    return Environment.empty()
        .inherit(BASELINE)
        .withAll(SecretValues.resolve(wire.environment(), "its environment variable", plugin.id()));
  }

  /** What makes it another server if it changes. */
  List<String> marks(ProcessSpec spec) {
    List<String> marks = new ArrayList<>();
    marks.add(spec.program().toString());
    try {
      marks.add(Files.getLastModifiedTime(spec.program()).toString());
    } catch (IOException unknown) {
      marks.add("");
    }
    marks.add(spec.folder().toString());
    marks.addAll(spec.arguments());
    return marks;
  }
}
