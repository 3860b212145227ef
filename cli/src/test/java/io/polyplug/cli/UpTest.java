package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A running host: how it lives, what it tells, and how it ends. */
class UpTest extends SidecarStage {
  @Test
  void aSecondUpSaysWhereTheFirstIs() throws Exception {
    Program up = up();
    Program second = start("up");
    assertThat(second.awaitExit()).isEqualTo(4);
    assertThat(second.errors().getFirst())
        .startsWith("polyplug: polyplug is already up: pid " + up.pid() + " since ")
        .endsWith("socket " + home.resolve("state/run/up.sock"));
    assertThat(run("list").out()).as("the first goes on").contains("healthy");
  }

  @Test
  void termEndsThePluginsAndLeavesNothing() throws Exception {
    Program up = up();
    ProcessHandle sidecar = process("echo");
    up.signal("TERM");
    assertThat(up.awaitExit()).isZero();
    assertThat(sidecar.isAlive()).isFalse();
    assertThat(home.resolve("state/run/up.sock")).doesNotExist();
    assertThat(run("logs", "echo").exit()).isEqualTo(4);
  }

  @Test
  void interruptEndsItWellToo() throws Exception {
    Program up = up();
    up.signal("INT");
    assertThat(up.awaitExit()).isZero();
  }

  @Test
  void aSecondSignalEndsItAtOnceAndTheGuardianEndsThePlugins() throws Exception {
    Files.createFile(folder.resolve("stubborn"));
    Files.writeString(
        home.resolve("polyplug.toml"), sidecar("echo") + "shutdown_timeout = \"600s\"\n");
    Program up = up();
    ProcessHandle sidecar = process("echo");
    up.signal("INT");
    up.awaitError(line -> line.equals("echo: staying"));
    up.signal("INT");
    assertThat(up.awaitExit()).isEqualTo(130);
    awaitGone(sidecar);
  }

  @Test
  void downEndsIt() throws Exception {
    Program up = up();
    ProcessHandle sidecar = process("echo");
    CommandRun down = run("down");
    assertThat(down.exit()).as(down.err()).isZero();
    assertThat(sidecar.isAlive()).as("down waits for the end").isFalse();
    assertThat(up.awaitExit()).isZero();
    up();
    assertThat(run("down").exit()).isZero();
    Files.writeString(home.resolve("polyplug.toml"), "");
    Program idle = start("up");
    idle.awaitLine(line -> line.startsWith("polyplug is up"));
    CommandRun quick = run("down");
    assertThat(quick.exit()).as(quick.err()).isZero();
  }

  @Test
  void afterAKillNothingSurvivesAndTheNextUpWorks() throws Exception {
    Program up = up();
    ProcessHandle sidecar = process("echo");
    up.signal("KILL");
    up.awaitExit();
    awaitGone(sidecar);
    assertThat(home.resolve("state/run/up.sock")).as("nobody was left to remove it").exists();
    assertThat(run("call", "echo", "Echo/echo", "{\"a\":1}").out())
        .as("a dead socket is passed over")
        .isEqualTo("{\"a\":1}\n");
    up();
    assertThat(run("list").out()).contains("healthy");
  }

  @Test
  void aHostThatDoesNotAnswerIsNotTakenForNone() throws Exception {
    Program up = up();
    up.signal("STOP");
    for (String[] command : new String[][] {{"down"}, {"list"}, {"disable", "echo"}}) {
      List<String> args = new ArrayList<>(List.of(command));
      args.addAll(List.of("--timeout", "300ms"));
      CommandRun run = run(args.toArray(String[]::new));
      assertThat(run.exit()).as(run.err()).isEqualTo(4);
      assertThat(run.err())
          .contains("pid " + up.pid())
          .contains("does not answer")
          .contains("--local");
      assertThat(run.err().lines()).hasSize(1);
    }
    CommandRun trust = run("trust", "home/polyplug.toml", "--timeout", "300ms");
    assertThat(trust.exit()).isZero();
    assertThat(trust.err()).contains("the running host could not be told").contains("pid ");
    assertThat(run("list", "--local").out()).contains("ready");
    up.signal("CONT");
    assertThat(run("list").out()).contains("healthy");
  }

  @Test
  void listTellsTheTruthAfterACrash() throws Exception {
    up();
    ProcessHandle sidecar = process("echo");
    assertThat(sidecar.destroyForcibly()).isTrue();
    awaitGone(sidecar);
    Program follow = start("logs", "echo", "-f");
    follow.awaitLine(line -> line.contains("running -> down"));
    Map<String, Json> row = plugin("echo");
    assertThat(row.get("status").stringValue()).isEqualTo("crashed");
    assertThat(row.get("reason").stringValue()).contains("signal 9");
    assertThat(row).doesNotContainKey("pid");
    assertThat(run("call", "echo", "Echo/echo").err()).contains("signal 9");
    assertThat(run("call", "echo", "Echo/echo").exit()).isZero();
    assertThat(plugin("echo").get("restarts")).hasToString("1");
    assertThat(run("list", "--verbose").out()).contains("[sidecar: echo]").contains("restarts: 1");
  }

  @Test
  void whatAPluginWritesToStandardErrorIsShownEscapedAndKept() throws Exception {
    Program up = start("up");
    up.awaitError(line -> line.startsWith("echo: hello ") && !line.contains("\u001b"));
    up.awaitLine(line -> line.equals("echo: healthy"));
    Program follow = start("logs", "echo", "--follow");
    follow.awaitLine(line -> line.contains("hello ") && !line.contains("\u001b"));
    Program hanging = start("call", "echo", "Echo/hang");
    follow.awaitLine(line -> line.contains("hanging"));
    hanging.signal("KILL");
    assertThat(run("logs", "echo", "--lines", "1").out().lines()).hasSize(1);
    assertThat(run("logs", "echo", "--follow", "--json").exit()).isEqualTo(2);
  }

  @Test
  void pluginsAreAddedWhileItRuns() throws Exception {
    up();
    long before = process("echo").pid();
    Files.writeString(home.resolve("polyplug.toml"), sidecar("echo") + sidecar("second"));
    assertThat(run("reload").exit()).isZero();
    assertThat(run("call", "second", "Echo/echo", "[2]").out()).isEqualTo("[2]\n");
    assertThat(process("echo").pid()).as("the others go on").isEqualTo(before);
    Files.writeString(home.resolve("polyplug.toml"), sidecar("second"));
    assertThat(run("reload").exit()).isZero();
    assertThat(run("list").out()).contains("second").doesNotContain("echo ");
  }

  @Test
  void reloadDisableAndEnable() throws Exception {
    up();
    ProcessHandle first = process("echo");
    assertThat(run("reload", "echo").out()).isEqualTo("echo: healthy\n");
    assertThat(first.isAlive()).isFalse();
    ProcessHandle second = process("echo");
    assertThat(run("disable", "ECHO").exit()).as("names are exact").isEqualTo(2);
    assertThat(run("disable", "echo").out()).isEqualTo("echo: disabled\n");
    assertThat(second.isAlive()).isFalse();
    CommandRun refused = run("call", "echo", "Echo/echo");
    assertThat(refused.exit()).isEqualTo(3);
    assertThat(refused.err()).contains("unavailable").contains("polyplug enable echo");
    assertThat(run("call", "echo", "Echo/echo", "--local").err()).contains("polyplug enable echo");
    assertThat(run("enable", "echo").out()).isEqualTo("echo: healthy\n");
    assertThat(run("call", "echo", "Echo/echo").exit()).isZero();
  }

  @Test
  void withoutAHostDisableIsKeptForLater() throws Exception {
    assertThat(run("disable", "echo").out()).isEqualTo("echo: disabled\n");
    assertThat(run("list").out()).contains("disabled");
    Program up = start("up");
    up.awaitLine(line -> line.equals("echo: disabled"));
    up.signal("TERM");
    assertThat(up.awaitExit()).isZero();
    assertThat(run("enable", "echo").out()).isEqualTo("echo: ready\n");
    Path file = home.resolve("polyplug.toml");
    Files.writeString(file, "disabled = [\"Echo\"]\n" + Files.readString(file));
    assertThat(run("list").out()).contains("disabled");
    CommandRun enable = run("enable", "echo");
    assertThat(enable.exit()).isEqualTo(4);
    assertThat(enable.err()).contains("polyplug.toml");
  }

  @Test
  void onlyTheUserCanReachTheSocket() throws Exception {
    up();
    Path run = home.resolve("state/run");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run.resolve("up.sock"))))
        .isEqualTo("rw-------");
  }

  @Test
  void aFolderThatHasAProjectFileOfItsOwnGetsAHostOfItsOwn() throws Exception {
    up();
    Files.writeString(folder.resolve("polyplug.toml"), sidecar("mine"));
    CommandRun list = run("list");
    assertThat(list.err())
        .contains("the running host does not read " + folder.resolve("polyplug.toml"));
    assertThat(list.out()).contains("mine").contains("not trusted");
    assertThat(run("list", "--json").err()).isEmpty();
  }

  @Test
  void withJsonItPrintsOneDocumentWhenReady() throws Exception {
    Program up = start("up", "--json");
    Map<String, Json> document = JsonParts.members(Json.parse(up.awaitLine(_ -> true)));
    assertThat(document.get("pid")).hasToString(Long.toString(up.pid()));
    assertThat(document.get("plugins").toString()).contains("\"status\":\"healthy\"");
    up.signal("TERM");
    assertThat(up.awaitExit()).isZero();
    assertThat(up.rest()).isEmpty();
  }

  @Test
  void whatCannotBeUsedIsSaidAtTheStart() throws Exception {
    Path bad = Files.createDirectories(home.resolve("plugins/bad"));
    Files.writeString(bad.resolve("sidecar.json"), "{");
    Program up = start("up");
    up.awaitLine(line -> line.startsWith("bad: invalid: "));
    up.awaitLine(line -> line.equals("echo: healthy"));
    up.signal("TERM");
    assertThat(up.awaitExit()).isZero();
    Program json = start("up", "--json");
    String document = json.awaitLine(_ -> true);
    assertThat(JsonParts.elements(JsonParts.members(Json.parse(document)).get("plugins")))
        .extracting(row -> JsonParts.members(row).get("status").stringValue())
        .containsExactly("healthy", "invalid");
  }

  @Test
  void verboseWithoutAHostLooksForItself() {
    CommandRun list = run("list", "--verbose");
    assertThat(list.out()).contains("health:   healthy").doesNotContain("pid:");
    assertThat(list.err()).isEmpty();
    assertThat(run("list").out()).as("plain list starts nothing").contains("ready");
  }

  @Test
  void whatNeedsAHostSaysSo() {
    for (String[] command : new String[][] {{"logs", "echo"}, {"reload", "echo"}, {"down"}}) {
      CommandRun run = run(command);
      assertThat(run.exit()).isEqualTo(4);
      assertThat(run.err()).contains("polyplug up");
    }
  }
}
