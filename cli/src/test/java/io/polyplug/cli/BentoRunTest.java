package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bento run}, which has the terminal of whoever types it. */
class BentoRunTest {
  @TempDir Path folder;
  private BentoStage stage;

  @BeforeEach
  void begin() {
    stage = BentoStage.withTwoDishes(folder);
  }

  private Program start(String... args) throws Exception {
    String[] all = new String[args.length + 1];
    all[0] = "bento";
    System.arraycopy(args, 0, all, 1, args.length);
    return Program.start(stage.root, stage.environment, all);
  }

  @Test
  void aTaskHasTheStreamsAndItsExitCodeCounts() throws Exception {
    try (Program program = start("run", "app", "say", "a b")) {
      program.send("typed\n");
      program.closeInput();
      assertThat(program.awaitExit()).isEqualTo(7);
      assertThat(program.rest()).containsExactly("1:a b", "typed");
      assertThat(program.errors()).isEmpty();
    }
  }

  @Test
  void whatLooksLikeAnOptionIsTheTasks() throws Exception {
    try (Program program =
        start("run", "--verbose", "app", "say", "--json", "--help", "--", "-v", "--workspace")) {
      program.closeInput();
      assertThat(program.awaitExit()).isEqualTo(7);
      assertThat(program.rest()).containsExactly("5:--json --help -- -v --workspace");
    }
  }

  @Test
  void aSignalIsTheShellsExitCode() throws Exception {
    stage.write("app/dish.toml", "name = 'app'\n[tasks.die]\nrun = 'kill -9 $$'\n");
    try (Program program = start("run", "--bento", "prod", "--", "app", "die")) {
      program.closeInput();
      assertThat(program.awaitExit()).isEqualTo(137);
    }
  }

  private void writeTaskThatEndsAsItLikes() {
    stage.write(
        "app/dish.toml",
        """
        name = 'app'
        [tasks.wait]
        run = 'trap "echo over; exit 5" TERM INT; echo ready; while :; do read -r x || exit 6; done'
        """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void aTaskThatHearsTheSignalItselfEndsAsItLikes(String signal) throws Exception {
    writeTaskThatEndsAsItLikes();
    try (Program program =
        Program.inShell(
            stage.root, stage.environment, "exec setsid \"$@\"", "bento", "run", "app", "wait")) {
      program.awaitLine("ready"::equals);
      program.signalGroup(signal);
      assertThat(program.awaitExit()).isEqualTo(5);
      assertThat(program.rest()).containsExactly("over");
    }
  }

  @Test
  void aTaskThatDoesNotHearOfItIsToldToEnd() throws Exception {
    writeTaskThatEndsAsItLikes();
    try (Program program = start("run", "app", "wait")) {
      program.awaitLine("ready"::equals);
      program.signal("TERM");
      assertThat(program.awaitExit()).isEqualTo(5);
      assertThat(program.rest()).containsExactly("over");
    }
  }
}
