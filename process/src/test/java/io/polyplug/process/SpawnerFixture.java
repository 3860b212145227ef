package io.polyplug.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/** Starts shell scripts with the spawner that is tested. */
abstract class SpawnerFixture {
  static final Duration LONG = Duration.ofSeconds(20);
  static final Path SH = Path.of("/bin/sh");

  @TempDir Path folder;

  abstract Spawner spawner();

  final Child sh(String script) throws LaunchFailure {
    return spawner().start(shell(script).build());
  }

  final ProcessSpec.Builder shell(String script) {
    return ProcessSpec.of(SH)
        .arguments("-c", script)
        .folder(folder)
        .environment(Environment.empty().inherit("PATH"));
  }

  static String all(ChildOutput output) throws IOException {
    return new String(output.readAllBytes(), UTF_8);
  }

  static ExitStatus exitOf(Child child) throws InterruptedException {
    Optional<ExitStatus> status = child.awaitExit(LONG);
    assertThat(status).as("exit of %s", child).isPresent();
    return status.get();
  }
}
