package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code polyplug conform --host}. */
class ConformHostTest {
  @TempDir Path folder;

  private CommandRun run(String... args) {
    return new CommandRun.Place(folder).run(args);
  }

  @Test
  void faultsAreToldLineByLine() throws IOException {
    CommandRun run =
        run(
            "conform",
            "--host",
            "--contract",
            "rune",
            "--fault",
            "crash-in-call",
            "--fault",
            "never-starts",
            "--junit",
            "report.xml");

    assertThat(run.out().lines())
        .hasSize(4)
        .anySatisfy(it -> assertThat(it).startsWith(" PASS rune     never-starts "))
        .anySatisfy(
            it ->
                assertThat(it)
                    .startsWith(" PASS rune     crash-in-call ")
                    .contains("crashed, new process"))
        .contains("2 faults: 2 as expected, 0 not");
    assertThat(run.exit()).isZero();
    assertThat(Files.readString(folder.resolve("report.xml"))).contains("name=\"rune host\"");
  }

  @Test
  void programsReadOneDocument() {
    CommandRun run =
        run("conform", "--host", "--contract", "rune", "--fault", "never-starts", "--json");

    assertThat(run.out())
        .contains("\"ok\":true")
        .contains("\"expected\":{\"outcome\":\"launch_failed\",\"recovery\":\"new process\"}");
  }

  @Test
  void documentsTakeATable() {
    CommandRun run =
        run("conform", "--host", "--contract", "rune", "--fault", "never-starts", "--markdown");

    assertThat(run.out())
        .startsWith("| contract | fault |")
        .contains("| rune | `never-starts` | launch_failed, new process | launch_failed, new ");
  }

  @Test
  @Timeout(value = 180, unit = TimeUnit.SECONDS)
  void whoeverEndsItLeavesNoProcessAndNoFile() throws Exception {
    Path work = Files.createDirectory(folder.resolve("work"));
    Map<String, String> environment =
        Map.of(
            "POLYPLUG_HOME",
            folder.resolve("home").toString(),
            "JDK_JAVA_OPTIONS",
            "-Djava.io.tmpdir=" + work);
    try (Program program =
        Program.start(folder, environment, "conform", "--host", "--contract", "bowire")) {
      program.awaitLine(line -> line.startsWith(" PASS "));
      List<ProcessHandle> begun = running(work);
      while (begun.isEmpty()) {
        begun = running(work);
      }
      program.signal("INT");
      assertThat(program.awaitExit()).isEqualTo(130);
      assertThat(program.rest()).noneMatch(line -> line.contains("FAIL"));
      for (ProcessHandle left : Stream.concat(begun.stream(), running(work).stream()).toList()) {
        left.onExit().get(60, TimeUnit.SECONDS);
      }
    }
    assertThat(work).isEmptyDirectory();
  }

  /** What was started from below a folder. */
  private static List<ProcessHandle> running(Path below) {
    return ProcessHandle.allProcesses()
        .filter(it -> it.info().commandLine().orElse("").contains(below + "/polyplug-proof-"))
        .toList();
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    assertThat(run("conform", "--host", "--fault", "nonsense").err())
        .contains("--fault: there is none called nonsense: expected one of never-starts, ");
    assertThat(run("conform", "--host", "--contract", "other").err())
        .contains("--contract: expected one of rune, ");
    assertThat(run("conform", "--host", "folder").err()).contains("expected no plugin");
    assertThat(run("conform", "--fault", "silent", "folder").err())
        .contains("--fault: expected only together with --host");
  }
}
