package io.polyplug.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.build.testing.Tmux;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The app in a terminal as people have it. */
class RealTerminalTest {
  @TempDir Path folder;
  private Path pid;
  private Tmux tmux;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Tmux.isInstalled(), "tmux is not installed");
    pid = folder.resolve("pid");
    String java =
        Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ShowcaseMain.class.getName(),
                pid.toString())
            .map(it -> "'" + it + "'")
            .collect(Collectors.joining(" "));
    Path script = folder.resolve("script");
    Files.write(
        script,
        List.of(
            "export COLORTERM=truecolor LC_ALL=C.UTF-8",
            "unset NO_COLOR",
            "stty -g > before",
            "echo what was there before",
            java,
            "echo ended with $?",
            "stty -g > after",
            "echo settled",
            "cat"));
    tmux = new Tmux(folder, "cd '" + folder + "' && exec sh script");
    tmux.await("80 by 22");
  }

  @AfterEach
  void stop() throws Exception {
    if (tmux != null) {
      tmux.end();
    }
  }

  private void assertGivenBack(int status) throws Exception {
    assertThat(tmux.await("settled"))
        .contains("what was there before", "ended with " + status)
        .doesNotContain("80 by 22");
    tmux.awaitFormat("#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{wrap_flag}", "0 1 0 1");
    assertThat(folder.resolve("after")).hasSameTextualContentAs(folder.resolve("before"));
  }

  @Test
  void cellsArePaintedWhereTheyBelong() throws Exception {
    List<String> lines = tmux.await("showcase").lines().toList();
    assertThat(lines.get(0)).startsWith(" Show 宽");
    assertThat(lines.get(2)).startsWith("宽字|eo\u0308|\uFFFD").endsWith("!");
    assertThat(lines.get(22)).hasSize(80).endsWith("#");
    assertThat(lines.get(23)).contains("showcase", "running", "? menu");
  }

  @Test
  void coloursReachTheTerminal() throws Exception {
    assertThat(tmux.colors()).contains("38;2;255;215;0", "48;2;0;0;255");
  }

  @Test
  void keysReachThePluginAtOnceEscIncluded() throws Exception {
    tmux.press("Escape");
    tmux.await("\"code\":{\"type\":\"esc\"}");
    tmux.press("C-Left");
    tmux.await("{\"type\":\"left\"},\"mods\":2");
    tmux.press("BTab");
    tmux.await("back_tab");
    tmux.press("F7");
    tmux.await("\"n\":7");
    tmux.press("é");
    tmux.await("\"ch\":\"é\"");
    tmux.press("M-k");
    tmux.await("\"ch\":\"k\"},\"mods\":4");
  }

  @Test
  void theScreenFollowsTheSizeOfTheTerminal() throws Exception {
    tmux.resize(100, 30);
    List<String> lines = tmux.await("100 by 28").lines().toList();
    assertThat(lines).hasSize(30);
    assertThat(lines.get(28)).hasSize(100).endsWith("#");
    tmux.resize(40, 10);
    tmux.await("40 by 8");
  }

  @Test
  void aCrashedPluginComesBack() throws Exception {
    tmux.press("a");
    tmux.await("\"ch\":\"a\"");
    tmux.press("x");
    tmux.await("nothing");
  }

  @Test
  void quittingGivesTheTerminalBack() throws Exception {
    tmux.awaitFormat("#{alternate_on} #{cursor_flag} #{mouse_any_flag}", "1 0 1");
    tmux.press("?");
    tmux.await("Keys of the terminal app");
    tmux.press("q");
    assertGivenBack(0);
  }

  @Test
  void ctrlCGivesTheTerminalBack() throws Exception {
    tmux.press("C-c");
    assertGivenBack(0);
  }

  private void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Files.readString(pid)).start();
    assertThat(kill.waitFor()).isZero();
  }

  @Test
  void aTerminatedAppGivesTheTerminalBack() throws Exception {
    signal("TERM");
    assertGivenBack(143);
  }

  @Test
  void anAppThatIsHungUpGivesTheTerminalBack() throws Exception {
    signal("HUP");
    assertGivenBack(129);
  }

  @Test
  void anInterruptedAppGivesTheTerminalBack() throws Exception {
    signal("INT");
    assertGivenBack(0);
  }

  @Test
  void anAppThatWasStoppedGoesOn() throws Exception {
    signal("STOP");
    signal("CONT");
    tmux.press("a");
    assertThat(tmux.await("\"ch\":\"a\"")).contains("80 by 22");
  }
}
