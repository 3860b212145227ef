package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that plugins bring, without a running host. */
class AinbNamespaceTest {
  @TempDir Path folder;
  private AinbPlugins plugins;

  @BeforeEach
  void addAPlugin() throws Exception {
    plugins = new AinbPlugins(folder.resolve("home/plugins")).add("weather", AinbPlugins.PROVIDES);
  }

  private CommandRun run(String... args) {
    return new CommandRun.Place(folder).run(args);
  }

  @Test
  void everythingBehindTheNamespaceGoesToThePluginAsItIs() {
    CommandRun run = run("ainb", "weather", "report", "--json", "-v", "--help", "--", "ü");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(JsonParts.elements(Json.parse(run.out())))
        .extracting(Json::stringValue)
        .containsExactly("weather", "weather", "report", "--json", "-v", "--help", "--", "ü");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void aNamespaceCalledLikeACommandOfOursIsReachedAfterTwoDashes() {
    assertThat(run("ainb", "--", "render", "x").out())
        .isEqualTo("[\"weather\", \"render\", \"x\"]\n");
  }

  @Test
  void whatItPrintsIsPassedOnByteForByte() throws Exception {
    try (Program program =
        Program.inShell(
            folder,
            Map.of("POLYPLUG_HOME", folder.resolve("home").toString()),
            "\"$@\" > out 2> err",
            "ainb",
            "weather",
            "bytes")) {
      assertThat(program.awaitExit()).isZero();
    }
    assertThat(folder.resolve("out")).hasBinaryContent(bytes(0, 0xFF, 0xFE, 'o', 'u', 't'));
    assertThat(folder.resolve("err"))
        .hasBinaryContent(bytes(0x1B, '[', '0', 'm', 0x80, 'e', 'r', 'r'));
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  @Test
  void itsExitCodeIsThatOfTheCommand() {
    CommandRun run = run("ainb", "weather", "exit", "42");
    assertThat(run).isEqualTo(new CommandRun(42, "bye\n", "because\n"));
  }

  @Test
  void anExitCodeLosesWhatAShellCannotSeeButNeverThatItIsNotZero() {
    assertThat(AinbNamespace.exit(0)).isZero();
    assertThat(AinbNamespace.exit(255)).isEqualTo(255);
    assertThat(AinbNamespace.exit(259)).isEqualTo(3);
    assertThat(AinbNamespace.exit(256)).isEqualTo(1);
    assertThat(AinbNamespace.exit(-1)).isEqualTo(255);
    assertThat(AinbNamespace.exit(Integer.MIN_VALUE)).isEqualTo(1);
  }

  @Test
  void anErrorOfThePluginAndACrashAreOne() {
    CommandRun refused = run("ainb", "weather", "refuse");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).contains("weather: ").contains("not like this");
    CommandRun crashed = run("ainb", "weather", "crash");
    assertThat(crashed.exit()).isEqualTo(1);
    assertThat(crashed.out()).isEmpty();
    assertThat(crashed.err()).contains("code 7").contains("last words");
  }

  @Test
  void aNamespaceThatNobodyHasIsTwoWithTheNearest() {
    CommandRun run = run("ainb", "wether", "--help");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "polyplug: No plugin has the namespace wether. Did you mean weather?"
                + " Try: polyplug ainb --help\n");
  }

  @Test
  void ofTwoPluginsWithOneNamespaceTheFirstByNameHasIt() throws Exception {
    plugins.add("almanac", AinbPlugins.PROVIDES);
    CommandRun quiet = run("ainb", "weather");
    assertThat(quiet).isEqualTo(new CommandRun(0, "[\"almanac\", \"weather\"]\n", ""));
    assertThat(run("ainb", "-v", "weather").err())
        .contains("polyplug: weather is a namespace of weather too, but almanac comes first\n");
    assertThat(run("disable", "almanac").exit()).isZero();
    assertThat(run("ainb", "weather").out()).isEqualTo("[\"weather\", \"weather\"]\n");
    assertThat(run("disable", "weather").exit()).isZero();
    CommandRun none = run("ainb", "weather");
    assertThat(none.exit()).isEqualTo(1);
    assertThat(none.err()).contains("polyplug enable almanac");
  }

  @Test
  void withJsonBeforeTheNamespaceItIsOneDocument() {
    CommandRun run = run("ainb", "--json", "weather", "exit", "256");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .isEqualTo(
            "{\"ok\":false,\"plugin\":\"weather\",\"namespace\":\"weather\",\"exit_code\":256,"
                + "\"stdout\":\"bye\\n\",\"stderr\":\"because\\n\"}\n");
    assertThat(run("ainb", "--json", "weather", "bytes").out())
        .contains("\"stdout_base64\":\"AP/+b3V0\"");
    CommandRun refused = run("ainb", "--json", "weather", "refuse");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.out()).contains("\"kind\":\"plugin_error\"");
  }

  @Test
  void theHelpOfAPluginIsThePlugins() {
    assertThat(run("help", "ainb", "weather").out())
        .isEqualTo("[\"weather\", \"weather\", \"--help\"]\n");
    assertThat(run("ainb", "--help").out()).contains("[--] NAMESPACE [ARGS...]");
    assertThat(run("help", "ainb", "bus").out()).contains("polyplug ainb bus");
  }

  @Test
  void screensNeedATerminal() {
    CommandRun run = run("ainb");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "polyplug: Screens need a terminal for input and output; for one frame as text use:"
                + " polyplug ainb render PLUGIN SCREEN\n");
    assertThat(new CommandRun.Place(folder).onTerminal().run("ainb", "--json").exit()).isEqualTo(2);
  }

  @Test
  void withoutAnyScreenThereIsNothingToShow() throws Exception {
    plugins.add("weather", "");
    assertThat(Files.exists(folder.resolve("home/plugins/weather/weather"))).isTrue();
    CommandRun run = new CommandRun.Place(folder).onTerminal().run("ainb");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).startsWith("No plugin here offers a screen. ").hasLineCount(1);
  }
}
