package io.polyplug.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.process.ProcessSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By what a program is seen to be run by java, node or python. */
class RunnerTest {
  @TempDir Path folder;

  private Optional<Runner.Found> of(String text) throws Exception {
    return Runner.of(ProcessSpec.of(Files.writeString(folder.resolve("program"), text)).build());
  }

  private static Optional<Runner> named(String path) {
    return Runner.of(ProcessSpec.of(Path.of(path)).build()).map(Runner.Found::runner);
  }

  @Test
  void theNameOfAProgramTells() {
    assertThat(named("/x/java")).contains(Runner.JAVA);
    assertThat(named("/x/node")).contains(Runner.NODE);
    assertThat(named("/x/python3.11")).contains(Runner.PYTHON);
    assertThat(named("/x/ruby")).isEmpty();
  }

  @Test
  void theFirstLineOfAScriptTells() throws Exception {
    assertThat(of("#!/usr/bin/env node\n"))
        .contains(new Runner.Found(Runner.NODE, List.of("node")));
    assertThat(of("#!/usr/bin/env -S python3 -u\nx"))
        .contains(new Runner.Found(Runner.PYTHON, List.of("python3", "-u")));
    assertThat(of("#!/opt/bin/python3\n"))
        .contains(new Runner.Found(Runner.PYTHON, List.of("/opt/bin/python3")));
  }

  @Test
  void aScriptThatBecomesItsProgramTells() throws Exception {
    assertThat(of("#!/bin/sh\nhere=.\nexec '/opt/jdk/bin/java' -cp x Main \"$@\"\n"))
        .contains(new Runner.Found(Runner.JAVA, List.of()));
    assertThat(of("#!/bin/sh\necho java\n")).isEmpty();
    assertThat(of("")).isEmpty();
    assertThat(of("#!")).isEmpty();
  }
}
