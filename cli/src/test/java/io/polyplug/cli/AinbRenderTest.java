package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One frame without a terminal, and the look at a folder without a start. */
class AinbRenderTest {
  @TempDir Path folder;
  private AinbPlugins plugins;

  @BeforeEach
  void addAPlugin() throws Exception {
    plugins = new AinbPlugins(folder.resolve("home/plugins")).add("weather", AinbPlugins.PROVIDES);
  }

  private CommandRun run(String... args) {
    return new CommandRun.Place(folder).run(args);
  }

  private CommandRun render(String... options) {
    String[] args = new String[options.length + 4];
    System.arraycopy(new String[] {"ainb", "render", "weather", "now"}, 0, args, 0, 4);
    System.arraycopy(options, 0, args, 4, options.length);
    return run(args);
  }

  @Test
  void aFrameIsTextOfTheSizeThatIsAskedFor() {
    assertThat(render("--size", "30x3")).isEqualTo(new CommandRun(0, "weather 30x3 []\n\n\n", ""));
    assertThat(render().out()).startsWith("weather 80x24 []\n").hasLineCount(24);
  }

  @Test
  void aFrameCanHaveColoursOrBeAsItCame() {
    assertThat(render("--size", "30x1", "--format", "ansi").out())
        .isEqualTo("\u001b[38;2;255;215;0mweather 30x1 []\u001b[0m\n");
    Map<String, Json> buffer =
        JsonParts.members(Json.parse(render("--size", "30x1", "--format", "json").out()));
    assertThat(buffer.get("width")).hasToString("30");
    assertThat(JsonParts.elements(buffer.get("cells"))).hasSize("weather 30x1 []".length());
  }

  @Test
  void aPictureGoesToAFileOrAPipeButNotToATerminal() throws Exception {
    CommandRun refused =
        new CommandRun.Place(folder)
            .onTerminal()
            .run("ainb", "render", "weather", "now", "--format", "png");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("--output");
    CommandRun written = render("--format", "png", "--output", "frame.png");
    assumeFalse(written.err().contains("font"), "no font is installed");
    assertThat(written).isEqualTo(new CommandRun(0, "", ""));
    assertThat(Files.readAllBytes(folder.resolve("frame.png"))).startsWith(0x89, 'P', 'N', 'G');
  }

  @Test
  void aSizeIsChecked() {
    for (String size :
        new String[] {"0x24", "80", "80x", "x", "1001x1", "-1x5", "80x24x2", "ax1"}) {
      CommandRun run = render("--size", size);
      assertThat(run.exit()).as(size).isEqualTo(2);
      assertThat(run.err()).contains("--size: expected columns and rows from 1x1 to 1000x1000");
    }
    assertThat(render("--format", "gif").err()).contains("text, ansi, json or png");
  }

  @Test
  void aFileThatCannotBeWrittenIsSaid() {
    CommandRun run = render("--output", "nowhere/frame.txt");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("polyplug: --output: ");
  }

  @Test
  void aScreenThatIsNotThereIsTwoWithTheNearest() {
    CommandRun run = run("ainb", "render", "weather", "nw");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo("polyplug: weather has no screen called nw. Did you mean now?\n");
    assertThat(run("ainb", "render", "nobody", "now").exit()).isEqualTo(2);
    String examples = System.getProperty("polyplug.root") + "/examples/rune/polyplug.toml";
    assertThat(run("ainb", "render", "example.clock", "now", "--config", examples).err())
        .contains("only those of ainb have screens");
  }

  @Test
  void withJsonTheFrameIsInTheDocument() {
    Map<String, Json> document =
        JsonParts.members(Json.parse(render("--size", "30x1", "--json").out()));
    assertThat(document.get("ok")).hasToString("true");
    assertThat(document.get("screen").stringValue()).isEqualTo("now");
    assertThat(document).containsKeys("plugin", "buffer", "capturesText");
    assertThat(render("--json", "--format", "ansi").exit()).isEqualTo(2);
    assertThat(render("--json", "--format", "text", "--output", "frame.txt").out())
        .contains("\"output\":");
    assertThat(folder.resolve("frame.txt")).content().startsWith("weather 80x24 []\n");
  }

  @Test
  void lintTellsOfErrorsAndWarningsAndStartsNothing() throws Exception {
    CommandRun good = run("ainb", "lint", "home/plugins/weather");
    assertThat(good).isEqualTo(new CommandRun(0, "home/plugins/weather: no problem found\n", ""));
    plugins.add("odd", "[provides]\nsnapshots = [\"odd.topic\"]\n");
    CommandRun odd = run("ainb", "lint", "home/plugins/odd");
    assertThat(odd.exit()).as("warnings alone are no failure").isZero();
    assertThat(odd.out()).startsWith("home/plugins/odd: warning: ");
    CommandRun both = run("ainb", "lint", "home/plugins/weather", "nothing", "--json");
    assertThat(both.exit()).isEqualTo(1);
    Map<String, Json> document = JsonParts.members(Json.parse(both.out()));
    assertThat(document.get("ok")).hasToString("false");
    assertThat(JsonParts.elements(document.get("folders")))
        .extracting(it -> JsonParts.members(it).get("ok").toString())
        .containsExactly("true", "false");
    assertThat(both.out()).contains("\"severity\":\"error\"");
    assertThat(run("ainb", "lint").exit()).isEqualTo(2);
  }
}
