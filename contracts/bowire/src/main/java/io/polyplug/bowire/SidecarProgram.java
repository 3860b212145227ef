package io.polyplug.bowire;

import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvents;
import io.polyplug.host.PluginFailure;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.StderrPolicy;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Turns a sidecar into a process to start (7.2 to 7.4). */
final class SidecarProgram {
  /** Without these no interpreter starts (7.3). */
  private static final String[] BASELINE = {
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "TZ", "TMPDIR"
  };

  /** Makes the Node and Go examples speak HTTP instead (7.3). */
  private static final String HTTP_SWITCH = "BOWIRE_HTTP_PORT";

  private static final int MAX_STDERR_LINE = 16 * 1024;

  private final Sidecar sidecar;
  private final SidecarManifest.Wire.Stdio wire;

  SidecarProgram(Sidecar sidecar, SidecarManifest.Wire.Stdio wire) {
    this.sidecar = sidecar;
    this.wire = wire;
  }

  ProcessSpec specification(HostEvents events) {
    String who = sidecar.info().key();
    Environment environment = environment();
    if (environment.variables().containsKey(HTTP_SWITCH)) {
      events.emit(
          new HostEvent.LogLine(
              who,
              HostEvent.Level.WARN,
              HTTP_SWITCH
                  + " is set and reaches this sidecar: one that heeds it will not speak over its"
                  + " standard output"));
    }
    try {
      return ProcessSpec.of(program())
          .arguments(wire.arguments())
          .folder(sidecar.folder())
          .environment(environment)
          .stderr(
              StderrPolicy.lines(
                  MAX_STDERR_LINE,
                  line -> events.emit(new HostEvent.LogLine(who, HostEvent.Level.INFO, line))))
          .build();
    } catch (LaunchFailure e) {
      throw PluginFailure.notLaunched(sidecar.id(), e);
    }
  }

  /** A file of the sidecar's folder wins over a program of the same name on the PATH. */
  Path program() throws LaunchFailure {
    String name = wire.executable().strip();
    boolean plainName = name.indexOf('/') < 0;
    try {
      if (plainName && !Files.exists(sidecar.folder().resolve(name))) {
        return ProgramLookup.ofHost().find(name);
      }
    } catch (InvalidPathException e) {
      // The lookup says it better.
    }
    return new ProgramLookup(sidecar.folder(), "").find(plainName ? "./" + name : name);
  }

  private Environment environment() {
    return inherited(wire)
        .withAll(
            SidecarOptions.resolve(
                sidecar.options().environment(), "its environment variable", sidecar.id()));
  }

  /** What a sidecar has of the host's environment. */
  static Environment inherited(SidecarManifest.Wire.Stdio wire) {
    Environment environment = Environment.empty().inherit(BASELINE).inheritPrefix("LC_");
    return wire.environmentPrefix().isEmpty()
        ? environment
        : environment.inheritPrefix(wire.environmentPrefix());
  }
}
