package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code up} says and does about its workbench. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class UpWorkbenchTest extends SidecarStage {
  @Test
  void whoHasNoPluginsGetsTheExamplesToLookAt() throws Exception {
    withoutPlugins();
    Program up = start("up");
    up.awaitLine(line -> line.startsWith("workbench: http://127.0.0.1:"));
    up.awaitLine(line -> line.startsWith("you have no plugins yet, so the examples are here"));
    assertThat(run("list").out()).contains("example.clock");
  }

  @Test
  void withoutAWorkbenchThereIsNobodyToShowExamplesTo() throws Exception {
    withoutPlugins();
    Program up = start("up", "--no-workbench");
    up.awaitLine(line -> line.startsWith("polyplug is up"));
    assertThat(run("list").out()).startsWith("No plugins here");
    run("down");
    up.awaitExit();
    assertThat(up.rest()).noneMatch(line -> line.startsWith("workbench:"));
  }

  private void withoutPlugins() throws Exception {
    Files.delete(home.resolve("polyplug.toml"));
    Files.createSymbolicLink(
        folder.resolve("examples"), Path.of("..", "examples").toAbsolutePath().normalize());
  }

  @Test
  void openHandsTheAddressToTheDesktop() throws Exception {
    Path programs = Files.createDirectory(folder.resolve("programs"));
    Path opened = folder.resolve("opened");
    assertThat(new ProcessBuilder("mkfifo", opened.toString()).start().waitFor()).isZero();
    Files.writeString(
        programs.resolve("xdg-open"), "#!/bin/sh\nprintf %s \"$1\" > '" + opened + "'\n");
    Files.setPosixFilePermissions(
        programs.resolve("xdg-open"), PosixFilePermissions.fromString("rwx------"));
    environment =
        Map.of("POLYPLUG_HOME", home.toString(), "PATH", programs + ":" + System.getenv("PATH"));
    Program up = start("up", "--open");
    String line = up.awaitLine(it -> it.startsWith("workbench: "));
    assertThat("workbench: " + Files.readString(opened)).isEqualTo(line);
  }
}
