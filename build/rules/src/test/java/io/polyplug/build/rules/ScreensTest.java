package io.polyplug.build.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.build.testing.Tmux;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program {@code polyplug ainb} in a terminal, as people run it. */
class ScreensTest {
  private static final Path ROOT = DocumentationTest.ROOT;
  private static final Path PLUGIN = ROOT.resolve("cli/src/test/resources/io/polyplug/cli");

  @TempDir Path folder;
  private Shell shell;
  private Tmux tmux;

  @BeforeEach
  void addAPlugin() throws Exception {
    assumeTrue(
        Files.exists(ROOT.resolve("cli/target/polyplug/lib/polyplug.aot.for")),
        "the distribution is not built yet: run mvn verify");
    assumeTrue(Tmux.isInstalled(), "tmux is not installed");
    shell = new Shell(folder, Map.of("POLYPLUG_HOME", folder.resolve("home").toString()));
    assumeTrue(shell.type("python3 --version").exit() == 0, "python3 is not installed");
    Path plugin = Files.createDirectories(folder.resolve("home/plugins/weather"));
    Files.writeString(
        plugin.resolve("manifest.toml"),
        """
        [plugin]
        name = "weather"
        version = "1.0.0"
        abi_version = 2
        [provides]
        screens = ["now", "later"]
        """);
    Path program = Files.copy(PLUGIN.resolve("weather.py"), plugin.resolve("weather"));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterEach
  void end() throws Exception {
    if (tmux != null) {
      tmux.end();
    }
    shell.type(ROOT.resolve("polyplug") + " down");
  }

  private void open() throws Exception {
    Files.write(
        folder.resolve("script"),
        List.of(
            "export LC_ALL=C.UTF-8 POLYPLUG_HOME='" + folder.resolve("home") + "'",
            "stty -g > before",
            "echo what was there before",
            "sh -c 'echo $$ > launcher; exec \"$0\" ainb' '" + ROOT.resolve("polyplug") + "'",
            "echo ended with $?",
            "stty -g > after",
            "echo settled",
            "cat"));
    tmux = new Tmux(folder, "cd '" + folder + "' && exec sh script");
    tmux.await("later");
    tmux.press("Enter");
    tmux.await("weather 80x22 []");
    tmux.press("a", "b");
    tmux.await("weather 80x22 [ab]");
    tmux.awaitFormat("#{alternate_on} #{cursor_flag} #{mouse_any_flag}", "1 0 1");
  }

  private String assertGivenBack(int status) throws Exception {
    String screen = tmux.await("settled");
    assertThat(screen)
        .contains("what was there before", "ended with " + status + "\n")
        .doesNotContain("80x22", "Exception");
    tmux.awaitFormat("#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{wrap_flag}", "0 1 0 1");
    assertThat(folder.resolve("after")).hasSameTextualContentAs(folder.resolve("before"));
    return screen;
  }

  private ProcessHandle launcher() throws Exception {
    long pid = Long.parseLong(Files.readString(folder.resolve("launcher")).strip());
    return ProcessHandle.of(pid).orElseThrow();
  }

  private ProcessHandle program() throws Exception {
    return launcher()
        .children()
        .filter(it -> it.info().command().orElse("").endsWith("/java"))
        .findFirst()
        .orElseThrow();
  }

  private static ProcessHandle plugin(ProcessHandle program) {
    return program
        .descendants()
        .filter(it -> it.info().commandLine().orElse("").contains("plugins/weather/weather"))
        .findFirst()
        .orElseThrow();
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  @Test
  void leavingEndsThePluginsAndIsZero() throws Exception {
    open();
    ProcessHandle plugin = plugin(program());
    tmux.press("C-c");
    assertGivenBack(0);
    assertThat(plugin.isAlive()).isFalse();
  }

  @Test
  void evenAfterAKillTheTerminalIsGivenBackAndNothingSurvives() throws Exception {
    open();
    ProcessHandle plugin = plugin(program());
    signal("KILL", program());
    assertGivenBack(137);
    plugin.onExit().get(60, TimeUnit.SECONDS);
  }

  @Test
  void aTermSignalForTheLauncherReachesTheProgram() throws Exception {
    open();
    signal("TERM", launcher());
    assertGivenBack(143);
  }

  @Test
  void anInterruptForTheLauncherReachesTheProgram() throws Exception {
    open();
    signal("INT", launcher());
    assertGivenBack(130);
  }

  @Test
  void aHangupReachesTheProgram() throws Exception {
    open();
    signal("HUP", launcher());
    assertGivenBack(129);
  }

  @Test
  void whenTheRunningHostEndsTheScreensDoToo() throws Exception {
    String polyplug = ROOT.resolve("polyplug").toString();
    Shell.Result up =
        shell.type(
            polyplug
                + " up > up.log 2>&1 & until grep -qs 'weather: idle' up.log; do sleep 0.1; done");
    assertThat(up.exit()).isZero();
    open();
    assertThat(program().descendants()).as("the plugin is the host's").isEmpty();
    assertThat(shell.type(polyplug + " down").exit()).isZero();
    assertThat(assertGivenBack(3))
        .contains("polyplug: The running host ended, and its screens with it");
  }
}
