package io.polyplug.monorepo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.monorepo.RepoStage;
import io.polyplug.monorepo.SampleFiles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tools that a configuration file pins and that lie where this user has them (section 7). */
@Timeout(60)
class PinnedToolsTest {
  @TempDir Path folder;
  private RepoStage stage;

  @BeforeEach
  void open() throws Exception {
    stage = new RepoStage(folder);
    stage
        .bento("prod", "api")
        .dish("api", "[tasks.build]", "run = \"which-npm\"")
        .program("which-npm", "npm version > used")
        .program("npm", said("the one on the path"));
    stage.files.write("api/package.json", "{\"dependencies\":{\"a\":\"1\"}}");
    stage.files.write("api/package-lock.json", "{}");
  }

  /** What it is run with goes to a file beside it, and its name too. */
  private static String said(String name) {
    return "echo \"" + name + "\"; echo \"$1 with " + name + "\" >> npm.log";
  }

  private void installed(String version) {
    new SampleFiles(folder)
        .script("home/.bento/tools/node/" + version + "/bin/npm", said("node " + version));
  }

  /** By the install, by the task of the dish and by those of its language. */
  private void assertAllUsed(String name) {
    assertThat(stage.files.read("api/npm.log").lines())
        .startsWith("ci with " + name, "version with " + name)
        .hasSizeGreaterThan(2)
        .allMatch(it -> it.endsWith(" with " + name));
  }

  @Test
  void comeFirstForTasksAndForInstalls() throws Exception {
    stage.settings("[toolchain]", "node = \"22.1.0\"");
    installed("22.1.0");
    stage.run();
    assertAllUsed("node 22.1.0");
    stage.install();
    assertThat(stage.files.read("api/npm.log").lines()).last().isEqualTo("ci with node 22.1.0");
  }

  /** Each waits for the other, so that both run at once or none ends. */
  @Test
  void serveInstallsAtTheSameTime() throws Exception {
    stage.settings("[defaults]", "parallelism = 2", "[toolchain]", "node = \"22.1.0\"");
    stage.bento("prod", "api", "web").dish("web");
    stage.files.write("web/package.json", "{\"dependencies\":{\"a\":\"1\"}}");
    stage.files.write("web/package-lock.json", "{}");
    for (String pipe : List.of("api", "web")) {
      assertThat(new ProcessBuilder("mkfifo", folder.resolve(pipe).toString()).start().waitFor())
          .isZero();
    }
    new SampleFiles(folder)
        .script(
            "home/.bento/tools/node/22.1.0/bin/npm",
            "me=${PWD##*/}; other=web; [ $me = api ] || other=api",
            "echo here > '"
                + folder.toRealPath()
                + "/'$other & read line < '"
                + folder.toRealPath()
                + "/'$me; wait");
    RunReport report = stage.install();
    assertThat(report.bentos().getFirst().dishes())
        .hasSize(2)
        .allSatisfy(it -> assertThat(it.install().orElseThrow().error()).isEmpty());
  }

  @Test
  void ofADishComeBeforeThoseOfTheRepository() throws Exception {
    stage.settings("[toolchain]", "node = \"22.1.0\"");
    stage.dish("api", "[toolchain]", "node = \"20.0.0\"", "[tasks.build]", "run = \"which-npm\"");
    installed("22.1.0");
    installed("20.0.0");
    stage.run();
    assertAllUsed("node 20.0.0");
  }

  @Test
  void thatAreNotThereAreToldOnceAndThePathIsUsed() throws Exception {
    stage.settings("[toolchain]", "node = \"22.1.0\"");
    stage.run();
    assertAllUsed("the one on the path");
    assertThat(stage.lines).filteredOn(it -> it.contains("node 22.1.0 is not under")).hasSize(1);
  }

  @Test
  void areLeftAloneWhereTheSystemsAreWanted() throws Exception {
    stage.settings("[toolchain]", "use_system = true", "node = \"22.1.0\"");
    installed("22.1.0");
    stage.run();
    assertAllUsed("the one on the path");
  }
}
