package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The streams, files and exit codes of bento's commands. */
class BentoRunsTest {
  @TempDir Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private Path repo;

  @BeforeEach
  void write() throws IOException {
    repo = Files.createDirectories(folder.resolve("repo"));
    environment.put("HOME", folder.toString());
    environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
    environment.put("BENTO_CACHE_DIR", folder.resolve("cache").toString());
    file("bentos/prod.toml", "name = \"prod\"\ndishes = [\"a\"]\n");
    file(
        "a/dish.toml",
        "name = \"a\"\n[tasks.build]\nrun = \"true\"\n[tasks.test]\nrun = \"echo 50% >&2; exit 4\"\n");
  }

  private void file(String path, String content) throws IOException {
    Path file = repo.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private record Ended(int code, List<String> out, List<String> err) {}

  private Ended run(String... args) throws Exception {
    try (Program program = Program.start(repo, environment, args)) {
      int code = program.awaitExit();
      return new Ended(code, program.rest(), program.errors());
    }
  }

  @Test
  void aFailureIsExitCodeOneAndTheReportIsOnStandardOutput() throws Exception {
    Ended ended = run("bento", "ci");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).startsWith("bento: prod (1 dish)", "", "  a  (no adapter)");
    assertThat(String.join("\n", ended.out())).doesNotContain("\u001b");
    assertThat(run("bento", "build").code()).isZero();
  }

  @Test
  void theReportIsOneDocumentForProgramsAndAPrettyFile() throws Exception {
    Ended ended = run("bento", "ci", "--json", "--report-file", "report.json");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).hasSize(1);
    Json.parse(ended.out().getFirst().getBytes(StandardCharsets.UTF_8));
    String saved = Files.readString(repo.resolve("report.json"));
    assertThat(saved).startsWith("{\n  \"bentos\": [").endsWith("}\n");
    assertThat(
            saved.lines().map(String::strip).collect(Collectors.joining()).replace("\": ", "\":"))
        .isEqualTo(ended.out().getFirst());
  }

  @Test
  void aReportThatCannotBeSavedIsShownAllTheSame() throws Exception {
    Ended ended = run("bento", "build", "--report-file", "nowhere/report.json");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).startsWith("bento: prod (1 dish)");
    assertThat(ended.err()).hasSize(1);
    assertThat(ended.err().getFirst()).startsWith("error: the report cannot be written: ");
  }

  @Test
  void aWorkflowIsToldOfFailuresFirst() throws Exception {
    environment.put("GITHUB_ACTIONS", "true");
    assertThat(run("bento", "ci").out().getFirst())
        .isEqualTo("::error file=a,title=a/test failed::exit 4: 50%25%0A");
  }

  @Test
  void aProblemIsOneObjectForProgramsAndAFewLinesForPeople() throws Exception {
    Ended people = run("bento", "ci", "nobody");
    assertThat(people.code()).isEqualTo(1);
    assertThat(people.out()).isEmpty();
    assertThat(people.err().getFirst()).startsWith("error: There is no bento and no dish");
    Ended programs = run("bento", "ci", "nobody", "--json");
    assertThat(programs.out()).hasSize(1);
    assertThat(programs.out().getFirst())
        .startsWith("{\"kind\":\"target_not_found\"")
        .contains("\"next_steps\":[\"prod\",\"a\"]");
  }

  @Test
  void aTaskInTheForegroundGivesItsExitCodeAndGetsArguments() throws Exception {
    file("a/dish.toml", "name = \"a\"\n[tasks.own]\nrun = 'echo \"$1|$2\"; exit 9'\n");
    Ended ended = run("bento", "run", "a", "own", "x y", "--json");
    assertThat(ended.code()).isEqualTo(9);
    assertThat(ended.out()).containsExactly("x y|--json");
  }
}
