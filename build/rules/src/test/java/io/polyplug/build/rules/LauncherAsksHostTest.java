package io.polyplug.build.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The launcher and a running host: what needs no JVM of its own, and what gets one. */
class LauncherAsksHostTest {
  private static final Path ROOT = DocumentationTest.ROOT;
  private static final String POLYPLUG = ROOT.resolve("polyplug").toString();

  /** How a JVM shows in the trace of the script. */
  private static final String JVM = "io.polyplug.cli.Main";

  private Path folder;
  private Shell shell;

  @BeforeEach
  void startHost() throws Exception {
    assumeTrue(
        Files.exists(ROOT.resolve("cli/target/polyplug/lib/polyplug.aot.for")),
        "the distribution is not built yet: run mvn verify");
    // Of its own, since the address of a socket has to be short.
    folder = Files.createTempDirectory("ask").toRealPath();
    shell =
        new Shell(
            folder,
            Map.of(
                "POLYPLUG_HOME", folder.resolve("home").toString(),
                "BENTO_CACHE_DIR", folder.resolve("kept").toString(),
                "GREETING", "grüß dich"));
    assumeTrue(shell.type("curl --version").exit() == 0, "curl is not installed");
    write("bento.toml", "");
    write("bentos/all.toml", "name = \"all\"\ndishes = [\"a\"]\n");
    write(
        "a/dish.toml",
        """
        name = "a"
        [tasks.build]
        run = "cp in.txt out.txt"
        inputs = ["in.txt"]
        outputs = ["out.txt"]
        env = ["GREETING"]
        """);
    write("a/in.txt", "one");
    Shell.Result up =
        shell.type(
            POLYPLUG
                + " up --no-workbench > up.log 2>&1 &"
                + " until grep -qs 'is up' up.log && [ -S home/state/run/sh.sock ]; do sleep 0.1; done");
    assertThat(up.exit()).isZero();
  }

  @AfterEach
  void endHost() throws Exception {
    if (folder == null) {
      return;
    }
    shell.type(POLYPLUG + " down");
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private void write(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }

  private String traced(String before, String words) throws Exception {
    Shell.Result result = shell.type(before + "sh -x " + POLYPLUG + " " + words);
    assertThat(result.exit()).as(result.output()).isZero();
    return result.output();
  }

  @Test
  void whatTheHostSaysIsWhatAJvmOfItsOwnSays() throws Exception {
    // A host answers only who has its own umask.
    String ownJvm = traced("umask 027; ", "bento plan --json 2>trace");
    assertThat(Files.readString(folder.resolve("trace"))).contains(JVM);
    String host = traced("", "bento plan --json 2>trace");
    assertThat(Files.readString(folder.resolve("trace"))).doesNotContain(JVM);
    assertThat(host).isEqualTo(ownJvm).contains("\"a\"");
    // The environment of whoever asks counts, and not the host's.
    assertThat(shell.type("GREETING=ahoi " + POLYPLUG + " bento plan --json").output())
        .isNotEqualTo(host)
        .isEqualTo(
            shell.type("umask 027; GREETING=ahoi " + POLYPLUG + " bento plan --json").output());
  }

  @Test
  void workIsDoneByAJvmOfItsOwnAndWhatIsKeptIsNot() throws Exception {
    assertThat(traced("", "bento build")).contains(JVM).contains("[built");
    Files.delete(folder.resolve("a/out.txt"));
    assertThat(traced("", "bento build")).doesNotContain(JVM).contains("[cache hit");
    assertThat(folder.resolve("a/out.txt")).hasContent("one");
    write("a/in.txt", "another");
    assertThat(traced("", "bento build")).contains(JVM).contains("[built");
    assertThat(folder.resolve("a/out.txt")).hasContent("another");
  }

  @Test
  void whatIsSaidBesideTheResultIsSaidByAJvmOfItsOwn() throws Exception {
    write("bin/bento-adapter-odd", "#!/bin/sh\nexit 3\n");
    assertThat(folder.resolve("bin/bento-adapter-odd").toFile().setExecutable(true)).isTrue();
    String path = "PATH=" + folder.resolve("bin") + ":$PATH ";
    shell.type(path + POLYPLUG + " bento build");
    String trace = traced(path, "bento build 2>&1 >result");
    assertThat(trace).contains(JVM).contains("\nwarn: odd: plugin odd at ");
    assertThat(Files.readString(folder.resolve("result")))
        .contains("[cache hit")
        .doesNotContain("warn:");
  }

  @Test
  void aPinnedToolThatIsNotThereMattersToNobodyWhereNothingIsRun() throws Exception {
    write("bento.toml", "[toolchain]\nnode = \"99.0.0\"\n");
    write("a/package.json", "{\"name\":\"a\"}");
    assertThat(traced("", "bento build")).contains(JVM).contains("info: node 99.0.0 is not under ");
    assertThat(traced("", "bento build")).doesNotContain(JVM).contains("[cache hit");
  }

  @Test
  void aKeptResultThatIsBadIsToldOf() throws Exception {
    traced("", "bento build");
    assertThat(shell.type("for it in $(find kept -name '*.tar'); do echo bad > $it; done").exit())
        .isZero();
    assertThat(traced("", "bento build"))
        .contains(JVM)
        .contains("was bad and is gone")
        .contains("[built");
  }

  @Test
  void filesThatAreNamedAreThoseOfWhoeverAsks() throws Exception {
    traced("", "bento build");
    assertThat(traced("", "bento build --report-file /dev/fd/7 7>report")).contains(JVM);
    assertThat(folder.resolve("report")).isNotEmptyFile();
    assertThat(traced("BENTO_CACHE_DIR=kept ", "bento build")).contains(JVM).contains("[cache hit");
    assertThat(traced("PATH=.:$PATH ", "bento plan")).contains(JVM);
    assertThat(traced("cd /proc/self/cwd; ", "bento plan"))
        .doesNotContain(JVM)
        .contains("plan: all");
    Shell.Result gone =
        shell.type("mkdir gone; cd gone; rmdir ../gone; " + POLYPLUG + " bento plan");
    assertThat(gone.exit()).isNotZero();
    assertThat(gone.output()).doesNotContain("plan: all");
  }

  @Test
  void anotherLibraryBesideTheProgramIsAnotherBuild() throws Exception {
    Path library = ROOT.resolve("cli/target/polyplug/lib/zz.jar");
    try {
      assertThat(traced("", "bento plan")).doesNotContain(JVM);
      Files.writeString(library, "");
      assertThat(traced("", "bento plan")).contains(JVM);
    } finally {
      Files.deleteIfExists(library);
    }
  }

  @Test
  void whatIsExportedReachesTheProgramWhateverItIsCalled() throws Exception {
    write(
        "a/dish.toml",
        """
        name = "a"
        [tasks.build]
        run = "echo $home $cache $told > out.txt"
        inputs = ["in.txt"]
        outputs = ["out.txt"]
        env = ["home", "cache", "told"]
        """);
    String with = "home=1 cache=2 told=3 ";
    assertThat(traced(with, "bento build")).contains(JVM).contains("[built");
    assertThat(folder.resolve("a/out.txt")).hasContent("1 2 3");
    assertThat(traced(with, "bento build")).doesNotContain(JVM).contains("[cache hit");
  }

  @Test
  void mistakesAndProblemsAreToldByAJvmOfItsOwn() throws Exception {
    Shell.Result unknown = shell.type(POLYPLUG + " bento build nobody");
    assertThat(unknown.exit()).isEqualTo(1);
    assertThat(unknown.output()).startsWith("error: ").contains("nobody");
    assertThat(shell.type(POLYPLUG + " bento plan --nonsense").exit()).isEqualTo(2);
    assertThat(shell.type(POLYPLUG + " bento plan >/dev/full").exit()).isEqualTo(5);
    assertThat(shell.type(POLYPLUG + " bento plan | head -1").output()).startsWith("plan: all");
  }

  @Test
  void aHostThatIsGoneOrAnotherBuildsIsNotMissed() throws Exception {
    Path jar = ROOT.resolve("cli/target/polyplug/lib/polyplug.jar");
    assertThat(
            shell
                .type(
                    "mkdir -p other/bin && cp -r %s other/lib && cp %s other/bin/ && sh -x other/bin/polyplug bento plan"
                        .formatted(jar.getParent(), POLYPLUG))
                .output())
        .contains(JVM)
        .contains("plan: all");
    assertThat(shell.type("kill -9 $(sed -n 's/.*pid \\([0-9]*\\).*/\\1/p' up.log)").exit())
        .isZero();
    assertThat(folder.resolve("home/state/run/sh.sock")).exists();
    assertThat(traced("", "bento plan")).contains(JVM).contains("plan: all");
  }
}
