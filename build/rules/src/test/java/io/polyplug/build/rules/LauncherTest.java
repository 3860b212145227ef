package io.polyplug.build.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program {@code polyplug} as people run it: from the sources, and from the zip. */
class LauncherTest {
  private static final Path ROOT = DocumentationTest.ROOT;

  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void needsTheDistribution() {
    assumeTrue(
        Files.exists(ROOT.resolve("cli/target/polyplug/lib/polyplug.aot.for")),
        "the distribution is not built yet: run mvn verify");
    shell = new Shell(folder, home());
  }

  private Map<String, String> home() {
    return Map.of("POLYPLUG_HOME", folder.resolve("home").toString());
  }

  @Test
  void worksFromAnyFolderAndThroughLinks() throws Exception {
    Path one = Files.createSymbolicLink(folder.resolve("one"), ROOT.resolve("polyplug"));
    Files.createSymbolicLink(folder.resolve("two"), one.getFileName());
    assertThat(shell.type("./two --version").output()).matches("polyplug \\d.*\n");
    assertThat(shell.type("PATH=.:$PATH two --version").output()).matches("polyplug \\d.*\n");
  }

  @Test
  void passesExitCodesAndArgumentsThrough() throws Exception {
    String polyplug = ROOT.resolve("polyplug").toString();
    assertThat(shell.type(polyplug + " nonsense").exit()).isEqualTo(2);
    assertThat(shell.type(polyplug + " call 'a plugin with blanks' t").output())
        .contains("There is no plugin called a plugin with blanks.");
    assertThat(shell.type(polyplug + " list --config absent.toml").exit()).isEqualTo(4);
  }

  @Test
  void outputThatCannotBeWrittenIsNoSuccess() throws Exception {
    String polyplug = ROOT.resolve("polyplug").toString();
    assertThat(shell.type(polyplug + " list >/dev/full").exit()).isEqualTo(5);
    assertThat(shell.type(polyplug + " list >&-").exit()).isEqualTo(5);
    assertThat(shell.type(polyplug + " --help | head -1").output())
        .isEqualTo("Usage: polyplug [OPTIONS] [COMMAND]\n");
  }

  @Test
  void aClosedInputIsAnEmptyOne() throws Exception {
    String examples = ROOT.resolve("examples/rune/polyplug.toml").toString();
    Shell.Result call =
        shell.type(
            ROOT.resolve("polyplug")
                + " call example.clock clock.now - --config "
                + examples
                + " <&-");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.output()).contains("standard input is empty");
  }

  @Test
  void anotherLocaleLosesNoCharacter() throws Exception {
    Path place = Files.createDirectories(folder.resolve("a b ü"));
    Files.copy(ROOT.resolve("examples/rune/clock.sh"), place.resolve("clock.sh"));
    Files.copy(ROOT.resolve("examples/rune/polyplug.toml"), place.resolve("polyplug.toml"));
    Shell there = new Shell(place, home());
    String polyplug = "LC_ALL=C " + ROOT.resolve("polyplug");
    assertThat(there.type(polyplug + " list").output()).contains("not trusted").contains("a b ü");
    assertThat(there.type(polyplug + " call nobody 'ü€'").exit()).isEqualTo(2);
    assertThat(there.type(polyplug + " call example.clock 'ü€' --config polyplug.toml").output())
        .contains("ü€");
  }

  @Test
  void takesTheJdkOfJavaHomeOnlyIfItIsOne() throws Exception {
    assertThat(
            shell.type("JAVA_HOME=/nonexistent " + ROOT.resolve("polyplug") + " --version").exit())
        .isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "--version, polyplug.aot",
    "list up --help, polyplug.aot",
    "--config bento list --help, polyplug.aot",
    "bento --help, polyplug-bento.aot",
    "--timeout 5s bento plan --help, polyplug-bento.aot",
    "up --help, polyplug-up.aot"
  })
  void startsFromTheCacheThatTheBuildMadeForSuchCommands(String words, String cache)
      throws Exception {
    String started = shell.type("sh -x " + ROOT.resolve("polyplug") + " " + words).output();
    assertThat(started)
        .contains("-XX:AOTCache=" + ROOT.resolve("cli/target/polyplug/lib").resolve(cache) + " ");
    assertThat(folder.resolve("home/cache")).doesNotExist();
  }

  @Test
  void aTermSignalEndsTheProgramAndItsPlugins() throws Exception {
    Files.writeString(
        folder.resolve("slow.toml"),
        """
        [[plugin]]
        contract = "rune"
        id = "slow"
        command = "sh"
        args = ["-c", "trap '' TERM; echo $$ > pid.new; mv pid.new pid; while :; do sleep 1000; done"]
        env = { PATH = "/usr/bin:/bin" }
        timeout = "100s"
        handshake_timeout = "100s"
        """);
    ProcessBuilder builder =
        new ProcessBuilder(
                ROOT.resolve("polyplug").toString(), "call", "slow", "t", "--config", "slow.toml")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile());
    builder.environment().putAll(home());
    Process program = builder.start();
    long plugin = awaitPid(folder.resolve("pid"));
    program.destroy();
    assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(program.exitValue()).isEqualTo(143);
    var left = ProcessHandle.of(plugin);
    if (left.isPresent()) {
      left.get().onExit().get(10, TimeUnit.SECONDS);
    }
  }

  private static long awaitPid(Path file) throws IOException, InterruptedException {
    try (var watch = file.getFileSystem().newWatchService()) {
      file.getParent().register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      while (!Files.exists(file)) {
        var key = watch.poll(60, TimeUnit.SECONDS);
        assertThat(key).as("the plugin is started").isNotNull();
        key.reset();
      }
    }
    return Long.parseLong(Files.readString(file).strip());
  }

  @Test
  void theZipRunsWithoutMavenAndSources() throws Exception {
    Path zip;
    try (Stream<Path> files = Files.list(ROOT.resolve("cli/target"))) {
      zip = files.filter(file -> file.toString().endsWith(".zip")).findFirst().orElseThrow();
    }
    assumeTrue(shell.type("unzip -v").exit() == 0, "unzip is not installed");
    assertThat(shell.type("unzip -q " + zip + " && mv polyplug-* unpacked").exit()).isZero();
    Shell.Result demo = shell.type("unpacked/bin/polyplug demo");
    assertThat(demo.exit()).as(demo.output()).isZero();
    assertThat(demo.output()).contains("example.clock");
    // The first run made the start-up cache of this place and this JDK.
    try (Stream<Path> caches = Files.list(folder.resolve("home/cache"))) {
      assertThat(caches.filter(file -> file.toString().endsWith(".aot"))).hasSize(1);
    }
    assertThat(shell.type("unpacked/bin/polyplug --version").exit()).isZero();
  }
}
