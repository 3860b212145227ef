package io.polyplug.monorepo.container;

import io.polyplug.base.Clock;
import io.polyplug.process.CommandRunner;
import io.polyplug.process.Environment;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A folder of programs that are called as runtimes are, and write down how they are called. */
final class FakeRuntime {
  final List<String> warnings = new ArrayList<>();
  private final Path folder;

  FakeRuntime(Path folder) {
    this.folder = folder;
  }

  /** A program whose subcommands are the cases of a shell's {@code case "$1" in}. */
  void add(String name, String cases) throws IOException {
    Path program = folder.resolve(name);
    Files.writeString(
        program,
        "#!/bin/sh\necho "
            + name
            + " \"$@\" >> '"
            + log()
            + "'\ncase \"$1\" in\n"
            + cases
            + "\nesac\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path log() {
    return folder.resolve("calls");
  }

  /** How programs were called, in order. */
  List<String> calls() throws IOException {
    return Files.exists(log()) ? Files.readAllLines(log()) : List.of();
  }

  Containers containers(Environment environment) {
    return new Containers(
        new ProgramLookup(folder, folder.toString()),
        environment,
        Spawner.platform(),
        Clock.system(),
        warnings::add,
        () -> "polyplug-test");
  }

  Containers containers() {
    return containers(Environment.empty().inherit("PATH", "HOME"));
  }

  static CommandRunner runner() {
    return new CommandRunner(
        Spawner.platform(),
        new CommandRunner.Limits(
            4, 100_000, CommandRunner.Keep.FIRST, Duration.ofMillis(200), Duration.ofSeconds(1)),
        Clock.system());
  }
}
