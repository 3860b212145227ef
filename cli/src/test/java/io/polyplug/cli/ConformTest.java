package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code polyplug conform}, as people and build servers use it. */
class ConformTest {
  private static final Path EXAMPLES = Path.of(System.getProperty("polyplug.root"), "examples");
  private static final String CLOCK = EXAMPLES.resolve("rune/clock.sh").toString();

  @TempDir Path folder;

  private CommandRun run(String... args) {
    return new CommandRun.Place(folder).run(args);
  }

  /** Answers the handshake, and the request with something else. */
  private String liar() throws IOException {
    Path program = folder.resolve("liar.sh");
    Files.writeString(
        program,
        """
        #!/bin/sh
        read -r handshake
        echo '{"type":"handshake","manifest":{"plugin_id":"test.liar","plugin_version":"1.0.0",\
        "protocol_version":"rterm.plugin.v1","exposed_tools":["lie"],"capabilities":[]}}'
        read -r request
        echo '{"type":"response","request_id":"other","status":"ok"}'
        """);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return "./liar.sh";
  }

  @Test
  void aCommandIsTestedByTheNamedContract() {
    CommandRun run = run("conform", "--contract", "rune", "--axis", "1", "--", CLOCK);

    assertThat(run.out().lines())
        .containsExactly(
            "rune example.clock", " PASS   1  handshake", "1 axis: 1 passed, 0 failed, 0 skipped");
    assertThat(run.exit()).isZero();
  }

  @Test
  void aFailureIsShownWithItsFrames() throws IOException {
    CommandRun run = run("conform", "--contract", "rune", "--axis", "execute", liar());

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .contains(
            " FAIL   3  execute            expected the request_id \"plugin_req_0123456789abcdef\","
                + " found \"other\"",
            "          > {\"type\":\"handshake\"",
            "          < {\"type\":\"response\",\"request_id\":\"other\",\"status\":\"ok\"}",
            "1 axis: 0 passed, 1 failed, 0 skipped");
  }

  @Test
  void aFailureIsRecordedAndCanBeReplayed() throws IOException {
    String program = liar();
    CommandRun run =
        run(
            "conform",
            "--contract",
            "rune",
            "--axis",
            "1",
            "--axis",
            "execute",
            "--recordings",
            "kept",
            program);

    Path recording = folder.resolve("kept/rune-test.liar-03-execute.jsonl");
    assertThat(run.out()).contains("          recorded in " + recording);
    assertThat(folder.resolve("kept")).isDirectoryContaining(recording::equals);
    try (var all = Files.list(folder.resolve("kept"))) {
      assertThat(all).as("what passed is not kept").hasSize(1);
    }
    CommandRun replay = run("replay", recording.toString(), "--as", "host", "--", program);
    assertThat(replay.out()).contains("The plugin answers as it did");
    assertThat(replay.exit()).isZero();
  }

  @Test
  void recordingsAreKeptWithTheStatesUnlessAFolderIsNamed() throws IOException {
    run("conform", "--contract", "rune", "--axis", "execute", liar());
    assertThat(folder.resolve("home/state/conform")).isNotEmptyDirectory();
  }

  @Test
  void jsonIsOneDocumentAndJunitAFileBesideIt() throws IOException {
    CommandRun run =
        run(
            "conform",
            "--json",
            "--junit",
            "report.xml",
            "--contract",
            "rune",
            "--axis",
            "handshake",
            "--axis",
            "execute",
            liar());

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out().lines()).hasSize(1);
    assertThat(run.out())
        .startsWith("{\"ok\":false,\"plugins\":[{\"ok\":false,\"contract\":\"rune\"")
        .contains("\"id\":\"test.liar\"", "\"verdict\":\"pass\"", "\"verdict\":\"fail\"");
    assertThat(Files.readString(folder.resolve("report.xml")))
        .contains("tests=\"2\" failures=\"1\"", "<testcase classname=\"rune test.liar\"");
  }

  @Test
  void aFolderTellsItsContractItself() {
    String notes = EXAMPLES.resolve("ainb/notes").toString();

    CommandRun run = run("conform", notes, "--axis", "5");

    assertThat(run.out()).contains("ainb notes 1.0.0", "SKIP", "its manifest provides no screens");
    assertThat(run.exit()).isZero();
  }

  @Test
  void whatStandsBehindTheDashesIsTheCommandWhateverItLooksLike() throws IOException {
    Files.createDirectory(folder.resolve("sh"));

    CommandRun run =
        run("conform", "--contract", "rune", "--axis", "1", "--", "sh", liar(), "--axis", "--json");

    assertThat(run.out()).startsWith("rune test.liar").contains("PASS");
  }

  @Test
  void whatCannotBeTestedIsUsage() {
    assertThat(run("conform").exit()).isEqualTo(2);
    assertThat(run("conform", "--contract", "rune", CLOCK, "--", CLOCK).exit()).isEqualTo(2);

    CommandRun nothing = run("conform", folder.toString());
    assertThat(nothing.exit()).isEqualTo(2);
    assertThat(nothing.err()).contains("no plugin of any contract", "manifest.toml");

    CommandRun untold = run("conform", CLOCK);
    assertThat(untold.exit()).isEqualTo(2);
    assertThat(untold.err()).contains("--contract");

    CommandRun axis = run("conform", "--contract", "rune", "--axis", "14", CLOCK);
    assertThat(axis.exit()).isEqualTo(2);
    assertThat(axis.err()).contains("--axis", "14", "handshake");
  }
}
