package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.PackageDescription;
import io.polyplug.host.PackageReading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code polyplug install} is told of an unpacked package. */
class PackageRulesTest {
  @TempDir Path unpacked;

  private Optional<PackageReading> read(String manifest) throws Exception {
    Files.writeString(unpacked.resolve("manifest.toml"), manifest);
    return AinbPackage.read(unpacked);
  }

  @Test
  void aPackageSaysWhatItIsCalledAndWhatItAsksFor() throws Exception {
    PluginOnDisk.program(unpacked.resolve("weather"));
    assertThat(
            read(
                PluginOnDisk.manifest("weather")
                    + "[capabilities]\nread_sessions = [\"x\"]\nnetwork = [\"a.org\", \"b.org\"]\n"
                    + "event_bus = true\nread_paths = []\nspawn_subprocess = false\n"))
        .contains(
            new PackageReading.Good(
                new PackageDescription(
                    "ainb",
                    "weather",
                    "1.4.0",
                    List.of("weather"),
                    List.of(
                        "process: runs weather",
                        "read_sessions",
                        "event_bus",
                        "network: a.org, b.org"),
                    Optional.of(System.getenv().keySet().stream().sorted().toList()))));
  }

  @Test
  void aPackageWithoutItsProgramIsBad() throws Exception {
    assertThat(read(PluginOnDisk.manifest("weather")))
        .contains(
            new PackageReading.Bad(
                "ainb",
                "its program is missing: expected a file \"weather\" next to the manifest"));
    Files.createDirectory(unpacked.resolve("weather"));
    assertThat(AinbPackage.read(unpacked).orElseThrow()).isInstanceOf(PackageReading.Bad.class);
  }

  @Test
  void aManifestOfSomethingElseIsNotClaimed() throws Exception {
    assertThat(AinbPackage.read(unpacked)).isEmpty();
    for (String foreign :
        List.of(
            "",
            "[package]\nname = \"x\"\n",
            "[plugin]\nname = \"x\"\nversion = \"1.0.0\"\n",
            "abi_version = 2\n",
            "[[plugin]]\nabi_version = 2\n",
            "plugin = 1\n",
            "not = valid = toml\n")) {
      assertThat(read(foreign)).as(foreign).isEmpty();
    }
  }

  @Test
  void oneThatIsOursAndWrongSaysWhy() throws Exception {
    assertThat(read("[plugin]\nname = \"host\"\nversion = \"1.0.0\"\nabi_version = 2\n"))
        .hasValueSatisfying(
            it -> assertThat(((PackageReading.Bad) it).reason()).contains("reserved"));
    assertThat(read("[plugin]\nname = weather\nabi_version = 2\n"))
        .hasValueSatisfying(
            it -> assertThat(((PackageReading.Bad) it).reason()).contains(":2: not valid TOML"));
  }

  @Test
  void aPipeIsNotClaimed() throws Exception {
    Path file = unpacked.resolve("manifest.toml");
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertThat(AinbPackage.read(unpacked)).isEmpty();
  }
}
