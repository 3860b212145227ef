package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
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
