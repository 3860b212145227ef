package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands with real plugins, in this process. */
class CommandsTest {
  private static final String HELLO =
      """
      #!/bin/sh
      read -r hello
      echo '{"type":"handshake","manifest":{"plugin_id":"'$1'","plugin_version":"1","protocol_version":"rterm.plugin.v1","exposed_tools":["echo","fail"]}}'
      read -r request
      id=${request#*'"request_id":"'}; id=${id%%'"'*}
      case $request in
        *'"tool_name":"fail"'*) echo '{"type":"response","request_id":"'$id'","status":"error","error":{"code":"not_found","message":"no such thing"}}' ;;
        *) input=${request#*'"input":'}; echo '{"type":"response","request_id":"'$id'","status":"ok","output":'${input%?}'}' ;;
      esac
      """;

  @TempDir Path folder;
  private CommandRun.Place place;

  @BeforeEach
  void bindPlugins() throws IOException {
    place = new CommandRun.Place(folder);
    Path script = Files.writeString(folder.resolve("plugin.sh"), HELLO);
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Files.writeString(
        folder.resolve("my.toml"),
        """
        [[plugin]]
        contract = "rune"
        id = "acme.echo"
        command = "./plugin.sh"
        args = ["acme.echo"]
        timeout = "60s"
        handshake_timeout = "30s"
        teardown_timeout = "30s"

        [[plugin]]
        contract = "rune"
        id = "acme.gone"
        command = "./no-such-file"
        tools = ["x"]
        """);
  }

  private CommandRun run(String command, String... more) {
    String[] args = new String[more.length + 3];
    args[0] = command;
    System.arraycopy(more, 0, args, 1, more.length);
    args[more.length + 1] = "--config";
    args[more.length + 2] = "my.toml";
    return place.run(args);
  }

  private static Json member(String document, String... path) {
    Json at = Json.parse(document);
    for (String name : path) {
      at = JsonParts.members(at).get(name);
    }
    return at;
  }

  @Test
  void listShowsWhatThereIs() {
    CommandRun list = run("list");
    assertThat(list.exit()).isZero();
    assertThat(list.out().lines())
        .containsExactly(
            "PLUGIN     CONTRACT  VERSION  STATUS  FROM",
            "acme.echo  rune      -        ready   " + folder.resolve("my.toml"),
            "acme.gone  rune      -        ready   " + folder.resolve("my.toml"));
  }

  @Test
  void listWithoutPluginsSaysHowToGetSome() {
    assertThat(place.run("list").out()).contains("polyplug.toml");
  }

  @Test
  void whoeverNamesAPluginWhereThereIsNoneIsToldSo() {
    assertThat(place.run("tools", "acme.echo").err())
        .isEqualTo(
            "polyplug: There is no plugin called acme.echo. There is none at all: bind one in a"
                + " polyplug.toml, or install one.\n");
  }

  @Test
  void toolsAsksThePlugin() {
    CommandRun tools = run("tools", "acme.echo");
    assertThat(tools.exit()).isZero();
    assertThat(tools.out()).contains("echo  unary").contains("fail  unary");
  }

  @Test
  void callPrintsTheOutputUnchanged() {
    CommandRun call = run("call", "acme.echo", "echo", "{\"n\": 12345678901234567890.10}");
    assertThat(call.exit()).isZero();
    assertThat(call.out()).isEqualTo("{\"n\":12345678901234567890.10}\n");
    assertThat(call.err()).isEmpty();
  }

  @Test
  void callTakesItsInputFromAFileOrFromStandardInput() throws Exception {
    Files.writeString(folder.resolve("in.json"), " [1,\n2] ");
    assertThat(run("call", "acme.echo", "echo", "@in.json").out()).isEqualTo("[1,2]\n");
    place = place.withStdin("{\"from\":\"stdin\"}");
    assertThat(run("call", "acme.echo", "echo", "-").out()).isEqualTo("{\"from\":\"stdin\"}\n");
    assertThat(run("call", "acme.echo", "echo").out()).isEqualTo("{}\n");
  }

  @Test
  void aTerminalGetsTheOutputSpreadOutAndHarmless() {
    place = place.onTerminal();
    CommandRun call = run("call", "acme.echo", "echo", "{\"a\":[1,\"\\u202e\u009b\"],\"b\":{}}");
    assertThat(call.out())
        .isEqualTo("{\n  \"a\": [\n    1,\n    \"\\u202e\\u009b\"\n  ],\n  \"b\": {}\n}\n");
  }

  @Test
  void thePluginsOwnErrorIsExitOne() {
    CommandRun call = run("call", "acme.echo", "fail");
    assertThat(call.exit()).isEqualTo(1);
    assertThat(call.out()).isEmpty();
    assertThat(call.err()).isEqualTo("polyplug: acme.echo: not_found: no such thing\n");
  }

  @Test
  void aFailureIsExitThreeWithItsCode() {
    CommandRun call = run("call", "acme.gone", "x");
    assertThat(call.exit()).isEqualTo(3);
    assertThat(call.err()).contains("acme.gone: launch_failed:").contains("no-such-file");
  }

  @Test
  void anUnknownToolSuggestsTheNearest() {
    CommandRun call = run("call", "acme.echo", "ehco");
    assertThat(call.exit()).isEqualTo(3);
    assertThat(call.err()).contains("tool_not_exposed").contains("Did you mean echo");
  }

  @Test
  void anUnknownPluginSuggestsTheNearest() {
    CommandRun call = run("call", "acme.ehco", "echo");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("Did you mean acme.echo");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "{", "{} {}", "\0\1\2", "@absent.json", "@."})
  void inputThatIsNoJsonIsAUsageErrorAndStartsNothing(String input) {
    CommandRun call = run("call", "acme.gone", "x", input);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err().lines()).hasSize(1);
  }

  @Test
  void aWrongConfigurationIsExitFourWithItsPlace() throws Exception {
    Files.writeString(folder.resolve("my.toml"), "[[plugin]]\ncontract = 3\n");
    CommandRun list = run("list");
    assertThat(list.exit()).isEqualTo(4);
    assertThat(list.err()).contains("my.toml:2: plugin[0].contract: expected a text");
  }

  @Test
  void aFoundConfigurationNeedsTrust() throws Exception {
    Files.move(folder.resolve("my.toml"), folder.resolve("polyplug.toml"));
    assertThat(place.run("list").out()).contains("not trusted");
    CommandRun refused = place.run("call", "acme.echo", "echo");
    assertThat(refused.exit()).isEqualTo(4);
    assertThat(refused.err()).contains("polyplug trust " + folder.resolve("polyplug.toml"));
    assertThat(place.run("trust").exit()).isZero();
    assertThat(place.run("call", "acme.echo", "echo").exit()).isZero();
  }

  @Test
  void trustWithoutAFileToTrustIsAUsageError() {
    assertThat(place.run("trust", "absent.toml").exit()).isEqualTo(4);
  }

  @Test
  void doctorSaysInOneSentenceWhatIsWrong() {
    CommandRun doctor = run("doctor");
    assertThat(doctor.exit()).isEqualTo(3);
    assertThat(doctor.out().lines())
        .hasSize(2)
        .anyMatch(line -> line.equals("rune:acme.echo: no problem found"))
        .anyMatch(line -> line.startsWith("rune:acme.gone: ") && line.contains("no-such-file"));
    assertThat(run("doctor", "acme.echo").exit()).isZero();
  }

  private void installBundle(String name, String id) throws IOException {
    Path bundle = Files.createDirectories(folder.resolve("plugins").resolve(name));
    Files.writeString(
        bundle.resolve("rterm-plugin.json"),
        """
        {"plugin_id":"%s","plugin_version":"1","protocol_version":"rterm.plugin.v1",
         "process":{"command":"../../plugin.sh","args":["%s"]},"tools":[{"name":"echo"}]}
        """
            .formatted(id, id));
  }

  @Test
  void ofTwoInstallationsOfOneIdTheNameOfTheInstallationPicks() throws Exception {
    installBundle("first", "acme.two");
    installBundle("second", "acme.two");
    CommandRun call = run("call", "acme.two", "echo", "{}", "--plugin-dir", "plugins");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("More than one plugin").contains("first, second");
    assertThat(run("call", "second", "echo", "{}", "--plugin-dir", "plugins").exit()).isZero();
  }

  @Test
  void aBoundPluginStandsBeforeAnInstalledOneOfTheSameName() throws Exception {
    installBundle("third", "acme.echo");
    assertThat(run("call", "acme.echo", "echo", "{}", "--plugin-dir", "plugins").exit()).isZero();
    assertThat(run("list", "--plugin-dir", "plugins").out()).contains("is bound in");
  }

  @Test
  void listIsReadableWhateverPluginsSayOfThemselves() throws Exception {
    installBundle("long", "acme." + "x".repeat(10_000));
    Path bad = Files.createDirectories(folder.resolve("plugins/bad"));
    Files.writeString(bad.resolve("rterm-plugin.json"), "\"" + "y".repeat(5_000));
    CommandRun list = run("list", "--plugin-dir", "plugins");
    List<String> lines = list.out().lines().toList();
    assertThat(lines).allMatch(line -> line.length() < 400);
    assertThat(lines.getFirst().indexOf("STATUS") + 20)
        .as("a reason does not widen its column")
        .isGreaterThan(lines.getFirst().indexOf("FROM"));
    int row =
        IntStream.range(0, lines.size())
            .filter(i -> lines.get(i).contains(" invalid "))
            .findFirst()
            .orElseThrow();
    assertThat(lines.get(row + 1)).startsWith("  ");
  }

  @Test
  void everyCommandHasHelp() {
    for (String command :
        List.of("list", "tools", "call", "doctor", "trust", "demo", "completion")) {
      CommandRun help = place.run(command, "--help");
      assertThat(help.exit()).as(command).isZero();
      assertThat(help.out()).startsWith("Usage: polyplug " + command);
    }
    assertThat(place.run().exit()).isEqualTo(2);
    assertThat(place.run("--help").out()).contains("Exit codes");
  }

  @Test
  void commonOptionsMayStandBeforeTheCommand() {
    assertThat(place.run("--config", "my.toml", "list").out()).contains("acme.echo");
    assertThat(place.run("--config=absent.toml", "list").exit()).isEqualTo(4);
    assertThat(place.run("--timeout", "never", "list").exit()).isEqualTo(2);
    assertThat(place.run("--config", "my.toml", "-v", "call", "acme.echo", "echo").err())
        .contains("call 1");
  }

  @Test
  void anEmptyNameIsNobodys() {
    assertThat(run("call", "", "echo").exit()).isEqualTo(2);
    assertThat(run("tools", "").exit()).isEqualTo(2);
  }

  @Test
  void anUnknownContextMemberIsAUsageError() {
    CommandRun call = run("call", "acme.echo", "echo", "{}", "--context", "workspaceid=1");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("workspace_id");
  }

  @Test
  void trustThatCannotBeWrittenIsAConfigurationProblem() throws Exception {
    Files.writeString(folder.resolve("home"), "a file where a folder is needed");
    assertThat(place.run("trust", "my.toml").exit()).isEqualTo(4);
  }

  @Test
  void helpIsTypedInManyWays() {
    assertThat(place.run("help").out()).isEqualTo(place.run("--help").out());
    assertThat(place.run("help", "call").out())
        .isEqualTo(place.run("call", "--help").out())
        .contains("call [OPTIONS] PLUGIN TOOL [INPUT]")
        .contains("-h, --help");
  }

  @Test
  void completionIsAScript() {
    assertThat(place.run("completion").out()).startsWith("#!/usr/bin/env bash");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "list",
        "tools acme.echo",
        "call acme.echo echo",
        "call acme.echo fail",
        "call acme.gone x",
        "call nobody x",
        "doctor",
        "doctor acme.echo",
        "completion",
        "--help",
        "nonsense",
        "call acme.echo echo {",
        "call acme.echo echo --timeout never",
        "--version",
        "demo"
      })
  void jsonIsExactlyOneDocumentWhateverHappens(String command) {
    String[] words = (command + " --json").split(" ");
    CommandRun run =
        command.startsWith("-") || command.equals("nonsense")
            ? place.run(words)
            : run(words[0], Arrays.copyOfRange(words, 1, words.length));
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).endsWith("\n");
    boolean ok = member(run.out(), "ok").toString().equals("true");
    assertThat(ok).isEqualTo(run.exit() == 0);
    if (!ok && !command.startsWith("doctor")) {
      assertThat(member(run.out(), "error", "code").stringValue()).isNotEmpty();
      assertThat(member(run.out(), "error", "message").stringValue()).isNotEmpty();
    }
  }

  @Test
  void verboseShowsWhatHappensOnStandardError() {
    CommandRun call = run("call", "acme.echo", "echo", "-v");
    assertThat(call.out()).isEqualTo("{}\n");
    assertThat(call.err())
        .contains("call 1: echo")
        .contains("call 1: ok after")
        .contains("-> {\"type\":\"handshake\"")
        .contains("<- {\"type\":\"response\"");
  }

  @Test
  void theDemoCallsEveryExample() {
    CommandRun demo = place.run("demo");
    assertThat(demo.exit()).as(demo.out()).isZero();
    assertThat(demo.out())
        .contains("example.wordcount")
        .contains("example.slug")
        .contains("example.clock");
  }
}
