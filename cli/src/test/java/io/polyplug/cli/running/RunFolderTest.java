package io.polyplug.cli.running;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.host.config.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the socket is, and which places are refused. */
class RunFolderTest {
  @TempDir Path folder;

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private RunFolder of(Map<String, String> environment) {
    return RunFolder.of(environment, Folders.of(environment));
  }

  @Test
  void aHomeOfItsOwnHasItsOwnSocket() {
    assertThat(of(Map.of("POLYPLUG_HOME", "/h", "XDG_RUNTIME_DIR", folder.toString())).path())
        .isEqualTo(Path.of("/h/state/run"));
  }

  @Test
  void theRuntimeFolderIsTakenOnlyIfItIsTheUsersAlone() throws Exception {
    Path runtime = Files.createDirectory(folder.resolve("runtime"));
    Map<String, String> environment =
        Map.of("HOME", folder.toString(), "XDG_RUNTIME_DIR", runtime.toString());
    permit(runtime, "rwx------");
    assertThat(of(environment).path()).isEqualTo(runtime.resolve("polyplug"));
    permit(runtime, "rwxr-xr-x");
    assertThat(of(environment).path()).isEqualTo(folder.resolve(".local/state/polyplug/run"));
  }

  @Test
  void aFolderThatOthersMayEnterIsRefused() throws Exception {
    Path open = Files.createDirectory(folder.resolve("run"));
    permit(open, "rwxr-xr-x");
    assertThatThrownBy(() -> new RunFolder(open).prepare()).hasMessageContaining("nobody else");
    Path made = folder.resolve("new/run");
    new RunFolder(made).prepare();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
  }

  @Test
  void aLinkIsRefused() throws Exception {
    Path real = Files.createDirectory(folder.resolve("real"));
    permit(real, "rwx------");
    Path link = Files.createSymbolicLink(folder.resolve("run"), real);
    assertThatThrownBy(() -> new RunFolder(link).prepare()).hasMessageContaining("no link");
  }

  @Test
  void aFolderOfSomebodyElseIsRefused() throws Exception {
    Path run = Files.createDirectory(folder.resolve("run"));
    permit(run, "rwx------");
    boolean given;
    try {
      Files.setAttribute(run, "unix:uid", 54_321);
      given = true;
    } catch (IOException e) {
      given = false;
    }
    assumeTrue(given, "only root can give a folder away");
    assertThatThrownBy(() -> new RunFolder(run).prepare()).hasMessageContaining("your own");
  }

  @Test
  void aPathThatNoSocketCanHaveIsRefusedInOneSentence() {
    RunFolder far = new RunFolder(folder.resolve("x".repeat(100)));
    assertThatThrownBy(far::prepare).hasMessageContaining("at most 107 fit");
  }

  @Test
  void theLockIsHeldUntilItIsGivenBack() throws Exception {
    RunFolder run = new RunFolder(folder.resolve("run"));
    UpLock first = UpLock.take(run, Instant.EPOCH);
    assertThatThrownBy(() -> UpLock.take(run, Instant.EPOCH))
        .hasMessageContaining("already up: pid " + ProcessHandle.current().pid())
        .hasMessageContaining("1970-01-01T00:00:00Z");
    first.close();
    Files.createFile(run.socket());
    UpLock.take(run, Instant.EPOCH).close();
    assertThat(run.socket()).as("what a dead host left").doesNotExist();
  }
}
