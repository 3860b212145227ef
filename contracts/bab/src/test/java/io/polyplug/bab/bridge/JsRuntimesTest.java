package io.polyplug.bab.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.base.Clock;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which program runs adapters (19). */
class JsRuntimesTest {
  @TempDir Path bin;

  private JsRuntimes runtimes() {
    return new JsRuntimes(() -> new ProgramLookup(bin, bin.toString()));
  }

  private static JsRuntime find(JsRuntimes runtimes) throws Exception {
    return runtimes.find(Spawner.platform(), Clock.system());
  }

  private Path program(String name, String text) throws IOException {
    Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private AdapterFailure failure() {
    return catchThrowableOfType(AdapterFailure.class, () -> find(runtimes()));
  }

  @Test
  void bunComesFirst() throws Exception {
    program("node", "echo v24.1.0");
    Path bun = program("bun", "exit 1");
    assertThat(find(runtimes())).isEqualTo(JsRuntime.bun(bun));
  }

  @Test
  void elseNodeWithItsVersion() throws Exception {
    Path node = program("node", "echo v22.18.1");
    JsRuntime found = find(runtimes());
    assertThat(found).isEqualTo(new JsRuntime(JsRuntime.Kind.NODE, node, 22, 18));
    assertThat(found.stripsTypes()).isTrue();
  }

  @Test
  void aNodeIsAskedOnceUntilItChanges() throws Exception {
    Path node = program("node", "echo x >> \"$0.asked\"; echo v20.20.2");
    JsRuntimes runtimes = runtimes();
    find(runtimes);
    find(runtimes);
    assertThat(Files.readAllLines(bin.resolve("node.asked"))).hasSize(1);
    Files.setLastModifiedTime(node, FileTime.fromMillis(1_000_000));
    find(runtimes);
    assertThat(Files.readAllLines(bin.resolve("node.asked"))).hasSize(2);
  }

  @Test
  void withNeitherTheSentenceNamesBoth() {
    assertThat(failure())
        .hasMessage(
            "No JavaScript runtime (bun or node) was found on the PATH; install bun, or node 20.6"
                + " or newer.")
        .extracting(AdapterFailure::kind)
        .isEqualTo(AdapterFailure.Kind.NO_RUNTIME);
  }

  @Test
  void aNodeThatIsTooOldIsRefusedWithItsVersion() throws Exception {
    program("node", "echo v18.19.1");
    assertThat(failure()).hasMessageContaining("is version 18.19;");
  }

  @Test
  void aNodeThatAnswersNonsenseIsRefused() throws Exception {
    program("node", "echo hello");
    assertThat(failure()).hasMessageContaining("answered its version with \"hello\"");
  }

  @Test
  void typesAreStrippedFromTheseVersionsOn() {
    assertThat(node(22, 17).stripsTypes()).isFalse();
    assertThat(node(22, 18).stripsTypes()).isTrue();
    assertThat(node(23, 5).stripsTypes()).isFalse();
    assertThat(node(23, 6).stripsTypes()).isTrue();
    assertThat(node(24, 0).stripsTypes()).isTrue();
  }

  private static JsRuntime node(int major, int minor) {
    return new JsRuntime(JsRuntime.Kind.NODE, Path.of("/n"), major, minor);
  }

  @Test
  void theCompilerIsThereForSomeMachinesOnly() {
    assertThat(NativeCompiler.isFor("Linux", "amd64")).isTrue();
    assertThat(NativeCompiler.isFor("Mac OS X", "aarch64")).isTrue();
    assertThat(NativeCompiler.isFor("Linux", "riscv64")).isFalse();
  }
}
