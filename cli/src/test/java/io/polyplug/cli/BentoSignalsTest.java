package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.build.testing.Fifo;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of a run of bento that is ended from outside, and what its streams hold. */
class BentoSignalsTest {
  @TempDir Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private Path repo;

  /** What every process of every task holds. */
  private Fifo tasks;

  @BeforeEach
  void write() throws Exception {
    tasks = new Fifo(folder.resolve("tasks"));
    repo = Files.createDirectories(folder.resolve("repo"));
    environment.put("HOME", folder.toString());
    environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
    environment.put("BENTO_CACHE_DIR", folder.resolve("cache").toString());
    file("bento.toml", "[defaults]\nparallelism = 2\n");
    file("bentos/prod.toml", "name = \"prod\"\ndishes = [\"a\", \"b\", \"c\"]\n");
    file(
        "a/dish.toml",
        """
        name = "a"
        [tasks.build]
        run = "echo x > out"
        inputs = ["dish.toml"]
        outputs = ["out"]
        [tasks.test]
        run = '''
        exec 9> ../../tasks
        trap '' TERM
        sleep 3600 &
        setsid sh -c 'echo apart >&9; exec sleep 3600' &
        echo a >&9
        while :; do sleep 3600; done
        '''
        """);
    file(
        "b/dish.toml",
        """
        name = "b"
        [tasks.test]
        run = "exec 9> ../../tasks; echo b >&9; sleep 3600"
        """);
    file("c/dish.toml", "name = \"c\"\ndepends_on = [\"a\"]\n[tasks.test]\nrun = \"touch ran\"\n");
  }

  @AfterEach
  void close() throws IOException {
    tasks.close();
  }

  private void file(String path, String content) throws IOException {
    Path file = repo.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private Program begin(String... more) throws Exception {
    String[] args = new String[2 + more.length];
    args[0] = "bento";
    args[1] = "ci";
    System.arraycopy(more, 0, args, 2, more.length);
    Program program = Program.start(repo, environment, args);
    List<String> running = List.of(tasks.awaitLine(), tasks.awaitLine(), tasks.awaitLine());
    assertThat(running).containsExactlyInAnyOrder("a", "apart", "b");
    return program;
  }

  private void assertNothingIsLeft() throws Exception {
    assertThat(tasks.isHeld()).as("a task runs").isFalse();
    try (var kept = Files.list(folder.resolve("cache"))) {
      assertThat(kept).noneMatch(it -> it.toString().endsWith("tmp"));
    }
    assertThat(repo.resolve("c/ran")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "HUP"})
  void aSignalEndsEveryTaskAndKeepsWhatWasDone(String signal) throws Exception {
    try (Program program = begin()) {
      program.signal(signal);
      assertThat(program.awaitExit()).isEqualTo(ExitCode.INTERRUPTED);
      assertNothingIsLeft();
      assertThat(program.errors()).isEmpty();
      assertThat(program.rest())
          .anyMatch(it -> it.startsWith("    build    [built     ]"))
          .contains("    test     [skipped   ] — interrupted")
          .last()
          .asString()
          .endsWith(" · interrupted");
    }
  }

  @Test
  void whatWasKeptBeforeASignalIsAHitNextTime() throws Exception {
    try (Program program = begin()) {
      program.signal("TERM");
      assertThat(program.awaitExit()).isEqualTo(ExitCode.INTERRUPTED);
    }
    try (Program again = Program.start(repo, environment, "bento", "build", "a")) {
      assertThat(again.awaitExit()).isZero();
      assertThat(again.rest()).anyMatch(it -> it.startsWith("    build    [cache hit ]"));
    }
  }

  @Test
  void anInterruptedRunIsOneDocumentForPrograms() throws Exception {
    try (Program program = begin("--json")) {
      program.signal("TERM");
      assertThat(program.awaitExit()).isEqualTo(ExitCode.INTERRUPTED);
      List<String> out = program.rest();
      assertThat(out).hasSize(1);
      Json.parse(out.getFirst().getBytes(StandardCharsets.UTF_8));
      assertThat(out.getFirst()).contains("\"interrupted\":true");
    }
  }

  @Test
  void aSecondSignalEndsTheProgramAndItsTasksAreGoneSoonAfter() throws Exception {
    try (Program program = begin()) {
      program.signal("TERM");
      program.signal("INT");
      assertThat(program.awaitExit()).isEqualTo(ExitCode.INTERRUPTED);
      tasks.awaitEnd();
    }
  }

  @Test
  void aKilledProgramLeavesNoTaskBehind() throws Exception {
    try (Program program = begin()) {
      program.signal("KILL");
      program.awaitExit();
      tasks.awaitEnd();
    }
  }
}
