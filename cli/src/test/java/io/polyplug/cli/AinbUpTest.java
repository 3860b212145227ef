package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins of ainb on a running host, and what is published there. */
class AinbUpTest {
  @TempDir Path folder;
  private Map<String, String> environment;
  private final List<Program> programs = new ArrayList<>();

  @BeforeEach
  void up() throws Exception {
    Path home = folder.resolve("home");
    environment = Map.of("POLYPLUG_HOME", home.toString());
    new AinbPlugins(home.resolve("plugins"))
        .add("weather", AinbPlugins.PROVIDES + "[lifecycle]\nspawn = \"eager\"\n");
    Program up = start("up");
    up.awaitLine(line -> line.equals("weather: running"));
  }

  @AfterEach
  void endAll() {
    programs.forEach(Program::close);
  }

  private Program start(String... args) throws IOException {
    return keep(Program.start(folder, environment, args));
  }

  private Program keep(Program program) {
    programs.add(program);
    return program;
  }

  private CommandRun run(String... args) {
    return new CommandRun.Place(folder).run(args);
  }

  private void publish(String topic, String... payloads) {
    List<String> args = new ArrayList<>(List.of("ainb", "weather", "publish", topic));
    args.addAll(List.of(payloads));
    CommandRun run = run(args.toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isZero();
  }

  @Test
  void commandsOfPluginsAndFramesAreTheSameThroughIt() {
    for (String[] command :
        new String[][] {
          {"ainb", "weather", "report", "--json"},
          {"ainb", "weather", "exit", "3"},
          {"ainb", "weather", "refuse"},
          {"ainb", "--json", "weather", "bytes"},
          {"ainb", "wether"},
          {"ainb", "render", "weather", "now", "--size", "30x2"},
          {"ainb", "render", "weather", "nw"},
        }) {
      List<String> local = new ArrayList<>(List.of(command));
      local.add(1, "--local");
      assertThat(run(command)).isEqualTo(run(local.toArray(String[]::new)));
    }
  }

  @Test
  void theBusListsWhatWasPublishedLast() {
    assertThat(run("ainb", "bus").out()).isEqualTo("Nothing was published yet.\n");
    publish("sky", "blue", "grey\n\u001b[31m");
    publish("b", "");
    assertThat(run("ainb", "bus").out().lines())
        .containsExactly(
            "TOPIC  VERSION  PUBLISHER     BYTES  PAYLOAD",
            "b      3        ainb:weather  0",
            "sky    2        ainb:weather  10     grey\\n\\u001b[31m");
    Json topics = JsonParts.members(Json.parse(run("ainb", "bus", "--json").out())).get("topics");
    assertThat(JsonParts.elements(topics)).hasSize(2);
    assertThat(topics.toString()).contains("\"topic\":\"sky\",\"version\":2");
  }

  @Test
  void theBusGivesAPayloadAsItIs() throws Exception {
    publish("sky", "grey\n\u001b[31m");
    assertThat(run("ainb", "bus", "sky").out()).isEqualTo("grey\n\u001b[31m");
    assertThat(new CommandRun.Place(folder).onTerminal().run("ainb", "bus", "sky").out())
        .as("but a terminal is not harmed")
        .isEqualTo("grey\n\\u001b[31m\n");
    assertThat(run("ainb", "weather", "binary", "bits").exit()).isZero();
    Program raw = keep(Program.inShell(folder, environment, "\"$@\" > raw", "ainb", "bus", "bits"));
    assertThat(raw.awaitExit()).isZero();
    assertThat(folder.resolve("raw")).hasBinaryContent(new byte[] {(byte) 0xFF, 0});
    CommandRun refused = new CommandRun.Place(folder).onTerminal().run("ainb", "bus", "bits");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("is not text");
    assertThat(run("ainb", "bus", "bits", "--json").out())
        .contains("\"payload_base64\":\"/wA=\"")
        .doesNotContain("\"text\"");
  }

  @Test
  void aTopicThatIsNotThereIsOneWithTheNearest() {
    publish("weather.now", "x");
    CommandRun run = run("ainb", "bus", "wether.now");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo("polyplug: Nothing was published on wether.now. Did you mean weather.now?\n");
    assertThat(run("ainb", "bus", "nothing", "--json").out()).contains("\"unknown_topic\"");
  }

  @Test
  void theBusCanBeFollowed() throws Exception {
    publish("sky", "blue");
    Program all = start("ainb", "bus", "-f");
    Program json = start("ainb", "bus", "sky", "-f", "--json");
    all.awaitLine(line -> line.equals("1 sky by ainb:weather, 4 bytes: blue"));
    json.awaitLine(line -> line.contains("\"text\":\"blue\""));
    publish("sea", "wet");
    publish("sky", "red", "black");
    all.awaitLine(line -> line.equals("2 sea by ainb:weather, 3 bytes: wet"));
    all.awaitLine(line -> line.equals("3 sky by ainb:weather, 3 bytes: red"));
    all.awaitLine(line -> line.equals("4 sky by ainb:weather, 5 bytes: black"));
    assertThat(json.awaitLine(_ -> true))
        .isEqualTo(
            "{\"topic\":\"sky\",\"version\":3,\"publisher\":\"ainb:weather\",\"bytes\":3,"
                + "\"payload_base64\":\"cmVk\",\"text\":\"red\"}");
    json.awaitLine(line -> line.contains("\"black\""));
    json.signal("INT");
    assertThat(json.awaitExit()).isEqualTo(130);
    assertThat(json.rest()).as("being asked to end is its end, and no document").isEmpty();
  }

  @Test
  void followingEndsWithItsReaderAndWithTheHost() throws Exception {
    publish("sky", "blue");
    Program first =
        keep(
            Program.inShell(
                folder,
                environment,
                "{ \"$@\"; echo \"exit $?\" >&2; } | head -n 1",
                "ainb",
                "bus",
                "-f"));
    first.awaitError(line -> line.equals("exit 0"));
    Program follow = start("ainb", "bus", "-f");
    follow.awaitLine(line -> line.startsWith("1 sky"));
    assertThat(run("down").exit()).isZero();
    assertThat(follow.awaitExit()).isEqualTo(4);
    assertThat(follow.errors()).anyMatch(line -> line.contains("The running host ended"));
    CommandRun none = run("ainb", "bus");
    assertThat(none.exit()).isEqualTo(4);
    assertThat(none.err()).contains("polyplug up");
  }

  @Test
  void reloadLetsARunningPluginGoOn() throws Exception {
    String before = run("list", "--verbose", "--json").out();
    assertThat(run("reload", "weather").out()).isEqualTo("weather: running\n");
    assertThat(pid(run("list", "--verbose", "--json").out())).isEqualTo(pid(before));
  }

  private static String pid(String list) {
    Json row = JsonParts.elements(JsonParts.members(Json.parse(list)).get("plugins")).getFirst();
    return JsonParts.members(row).get("pid").toString();
  }
}
