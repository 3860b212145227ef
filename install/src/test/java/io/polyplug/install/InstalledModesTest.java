package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who may read and run what was installed. */
class InstalledModesTest extends StoreFixture {
  @Test
  void theProgramOfAZipWithoutModesIsExecutable() {
    store.install(one, Progress.NONE);
    assertThat(Files.isExecutable(root.resolve("acme/bin/run"))).isTrue();
    assertThat(Files.isExecutable(root.resolve("acme/test-plugin.json"))).isFalse();
  }

  @Test
  void modesOfUnixAreKeptButNeverSetuid() throws Exception {
    Path in = store.install(new Source.ZipFile(modes()), Progress.NONE).folder();
    assertThat(mode(in.resolve("tool"))).isEqualTo("rwxr-xr-x");
    assertThat(mode(in.resolve("private"))).isEqualTo("rw-------");
    assertThat(mode(in.resolve("locked"))).isEqualTo("rw------x");
    assertThat(mode(in.resolve("windows"))).doesNotContain("x");
    assertThat((Integer) Files.getAttribute(in.resolve("tool"), "unix:mode") & 07000).isZero();
  }

  private Path modes() throws IOException {
    RawZip zip = RawZip.good();
    zip.add("tool", "x").mode = 0104755;
    zip.add("private", "x").mode = 0100600;
    zip.add("locked", "x").mode = 0100001;
    RawZip.Entry windows = zip.add("windows", "x");
    windows.mode = 0100777;
    windows.madeBy = 20;
    return Files.write(folder.resolve("modes.zip"), zip.build());
  }

  @Test
  void whoeverTheUserKeepsOutIsKeptOutOfPlugins() throws Exception {
    Path zip = modes();
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "umask 077; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Installer.class.getName(),
                root.toString(),
                zip.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    Path in = root.resolve("hostile");
    assertThat(mode(in.resolve("tool"))).isEqualTo("rwx------");
    assertThat(mode(in.resolve("windows"))).isEqualTo("rw-------");
    assertThat(mode(in.resolve("bin/run"))).isEqualTo("rwx------");
  }

  /** Installs a package. */
  static final class Installer {
    private Installer() {}

    public static void main(String[] args) {
      Packages.store(Path.of(args[0])).install(new Source.ZipFile(Path.of(args[1])), Progress.NONE);
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
