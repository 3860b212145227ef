package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plugin that is run while it is written: what becomes of its versions and of their calls. */
class DevTest extends DevStage {
  private static final String ONE = "{\"version\":\"one\"}";
  private static final String TWO = "{\"version\":\"two\"}";

  @Test
  void aCallUnderWayEndsInItsVersionAndNewOnesGoToTheNext() throws Exception {
    Program dev = dev("--frames", "full");
    assertThat(awaitReady(dev, 1)).endsWith("which (unary), wait (unary)");
    Path pipe = pipe();
    Program call = waitingCall(dev, pipe);
    long before = process("probe").pid();
    write("plugin.py", program("two"));
    awaitReady(dev, 2);
    dev.awaitLine(line -> line.contains("1 call under way goes on in version 1, for 30 s at most"));
    assertThat(which()).isEqualTo(TWO);
    assertThat(process("probe").pid()).isNotEqualTo(before);
    assertThat(ProcessHandle.of(before)).as("it has a call").isPresent();
    Files.writeString(pipe, "go on");
    assertThat(call.awaitLine(line -> line.startsWith("{"))).isEqualTo(ONE);
    assertThat(call.awaitExit()).isZero();
    ProcessHandle old = ProcessHandle.of(before).orElse(null);
    if (old != null) {
      awaitGone(old);
    }
  }

  @Test
  void aCallThatOutlivesTheFarewellIsEndedAndThatIsTold() throws Exception {
    Program dev = dev("--frames", "full", "--drain", "1s");
    awaitReady(dev, 1);
    Program call = waitingCall(dev, pipe());
    write("plugin.py", program("two"));
    dev.awaitLine(line -> line.endsWith("1 call of version 1 took longer than 1 s and is ended"));
    assertThat(call.awaitExit()).isEqualTo(3);
    assertThat(which()).isEqualTo(TWO);
  }

  @Test
  void aBrokenEditLeavesTheVersionBeforeAndTheNextSaveTriesAgain() throws Exception {
    Program dev = dev();
    awaitReady(dev, 1);
    write("plugin.py", "this is no Python");
    dev.awaitLine(
        line ->
            line.contains("probe: version 2 does not work: ")
                && line.contains("plugin.py:1: SyntaxError")
                && line.endsWith("; version 1 goes on"));
    assertThat(which()).isEqualTo(ONE);
    write("polyplug.toml", "[[plugin]]\ncontract = \"mcp\"\nid = 7\n");
    dev.awaitLine(
        line ->
            line.contains("version 3 is not started: ")
                && line.contains("polyplug.toml:3: plugin[0].id: "));
    assertThat(which()).isEqualTo(ONE);
    write("polyplug.toml", binding("probe", ""));
    write("plugin.py", program("two"));
    awaitReady(dev, 4);
    assertThat(which()).isEqualTo(TWO);
  }

  @Test
  void aPluginThatNeverWorkedIsTriedAgainWithTheNextSave() throws Exception {
    write("plugin.py", "this is no Python");
    Program dev = dev();
    dev.awaitLine(line -> line.contains("probe: version 1 does not work: "));
    write("plugin.py", program("two"));
    awaitReady(dev, 2);
    assertThat(which()).isEqualTo(TWO);
  }

  @Test
  void aChangedManifestIsReadAgain() throws Exception {
    assertThat(run("new", "shell", "made", "--contract", "rune").exit()).isZero();
    Path made = folder.resolve("made");
    Files.delete(made.resolve("polyplug.toml"));
    Program dev = start("dev", "made");
    assertThat(awaitReady(dev, 1)).endsWith("made: version 1 is ready: greet (unary)");
    Path program = made.resolve("plugin.sh");
    Files.writeString(
        program,
        Files.readString(program)
            .replace("[\"greet\"]", "[\"greet\",\"wave\"]")
            .replace(
                "  *) fail not_found",
                "  wave) answer ok '\"output\":{\"waved\":true}' ;;\n  *) fail not_found"));
    Path manifest = made.resolve("rterm-plugin.json");
    Files.writeString(
        manifest,
        Files.readString(manifest)
            .replace(
                "\"tools\": [",
                "\"tools\": [{\"name\":\"wave\",\"description\":\"\",\"input_schema\":{\"type\":\"object\"}},"));
    assertThat(dev.awaitLine(line -> line.contains(" is ready: ") && line.contains("wave")))
        .contains("greet (unary)");
    assertThat(run("call", "made", "wave").out()).isEqualTo("{\"waved\":true}\n");
  }

  @Test
  void aBurstOfSavesIsOneRestartAndNewFoldersAreWatched() throws Exception {
    Program dev = dev();
    awaitReady(dev, 1);
    Files.createDirectory(plug.resolve("lib"));
    for (int i = 0; i < 20; i++) {
      write("lib/part" + i + ".py", "");
      write("plugin.py", program("two"));
    }
    dev.awaitLine(line -> line.contains(" changed: version 2"));
    awaitReady(dev, 2);
    write("lib/part0.py", "# changed");
    assertThat(dev.awaitLine(line -> line.contains(" changed: version ")))
        .endsWith("lib/part0.py changed: version 3");
  }

  @Test
  void whatNoPluginIsMadeOfRestartsNothing() throws Exception {
    Program dev = dev();
    awaitReady(dev, 1);
    for (String name : List.of(".git", "node_modules", "__pycache__", "target")) {
      Files.createDirectories(plug.resolve(name));
      write(name + "/x", "");
    }
    for (String name : List.of(".plugin.py.swp", "plugin.py~", ".#plugin.py", "4913")) {
      write(name, "");
    }
    write("plugin.py", program("two"));
    assertThat(dev.awaitLine(line -> line.contains(" changed: version ")))
        .endsWith("plugin.py changed: version 2");
    awaitReady(dev, 2);
  }

  @Test
  void onlyOneHostServesAUser() throws Exception {
    Program up = up();
    Program dev = dev();
    assertThat(dev.awaitExit()).isEqualTo(4);
    assertThat(dev.errors()).hasSize(1);
    assertThat(run("down").exit()).isZero();
    up.awaitExit();
    awaitReady(dev(), 1);
    Program second = start("up");
    assertThat(second.awaitExit()).isEqualTo(4);
    assertThat(second.errors().getFirst()).contains("polyplug is already up: pid ");
  }

  @Test
  void signalsEndItByTheLadderAndTheEndOfItsInputDoesNothing() throws Exception {
    for (String signal : List.of("INT", "TERM")) {
      Program dev = dev();
      awaitReady(dev, 1);
      dev.closeInput();
      assertThat(which()).isEqualTo(ONE);
      ProcessHandle plugin = process("probe");
      dev.signal(signal);
      assertThat(dev.awaitExit()).isEqualTo(signal.equals("INT") ? 130 : 143);
      assertThat(plugin.isAlive()).isFalse();
    }
  }

  @Test
  void downEndsItWell() throws Exception {
    Program dev = dev();
    awaitReady(dev, 1);
    assertThat(run("down").exit()).isZero();
    assertThat(dev.awaitExit()).isZero();
  }

  @Test
  void aCommandIsRunByTheContractThatIsNamed() throws Exception {
    Files.delete(plug.resolve("polyplug.toml"));
    Program dev = dev("--contract", "mcp", "--", "python3", "plugin.py");
    awaitReady(dev, 1);
    assertThat(which("python3")).isEqualTo(ONE);
    write("plugin.py", "this is no Python");
    dev.awaitLine(line -> line.endsWith("; version 1 goes on"));
    write("plugin.py", program("two"));
    awaitReady(dev, 3);
    assertThat(which("python3")).isEqualTo(TWO);
  }

  @Test
  void framesAreShownAsTheUserWants() throws Exception {
    Program quiet = dev("--frames", "none");
    awaitReady(quiet, 1);
    which();
    quiet.signal("INT");
    quiet.awaitExit();
    assertThat(quiet.rest()).noneMatch(line -> line.contains("->") || line.contains("<-"));
    Program lines = dev("--json");
    assertThat(lines.awaitLine(line -> line.contains("\"kind\":\"frame\"")))
        .contains("\"direction\":\"to_plugin\"");
  }

  @Test
  void whatCannotBeRunIsSaidInOneSentence() throws Exception {
    refused("There is no folder nowhere", "dev", "nowhere");
    refused(
        "is no plugin of any contract",
        "dev",
        Files.createDirectory(folder.resolve("empty")).toString());
    refused("--frames: expected one of full, short, none", "dev", "plug", "--frames", "all");
    refused("--drain: expected ", "dev", "plug", "--drain", "soon");
    refused("--contract: expected", "dev", "plug", "--", "python3", "plugin.py");
  }

  private void refused(String sentence, String... words) {
    CommandRun run = run(words);
    assertThat(run.exit()).as(run.out()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(sentence).hasLineCount(1);
    assertThat(run.out()).doesNotContain("Watching");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--config", "--plugin-dir", "--timeout"})
  void optionsThatMeanNothingHereAreRefusedByName(String option) {
    CommandRun run = run("dev", "plug", option, "5s");
    assertThat(run.exit()).as(run.out()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(option + ": dev does not have it; ");
  }

  @Test
  void verboseShowsWholeFrames() throws Exception {
    Program dev = dev("--verbose");
    dev.awaitLine(line -> line.contains("\"jsonrpc\":\"2.0\""));
    awaitReady(dev, 1);
  }
}
