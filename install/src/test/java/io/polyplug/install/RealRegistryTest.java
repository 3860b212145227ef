package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import land.oras.ArtifactType;
import land.oras.ContainerRef;
import land.oras.LocalPath;
import land.oras.Manifest;
import land.oras.Registry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What publishers push with the usual tool into the usual registry is what is installed. */
class RealRegistryTest {
  private static final Pattern LISTENING = Pattern.compile("listening on 127\\.0\\.0\\.1:(\\d+)");

  @TempDir Path folder;
  private Process process;
  private String registry;
  private PackageStore store;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(isInstalled("docker-registry"), "docker-registry is not installed");
    Path config =
        Files.writeString(
            folder.resolve("config.yml"),
            """
            version: 0.1
            log: {level: info}
            storage: {filesystem: {rootdirectory: "%s"}}
            http: {addr: "127.0.0.1:0"}
            """
                .formatted(folder.resolve("storage")));
    process =
        new ProcessBuilder("docker-registry", "serve", config.toString())
            .redirectErrorStream(true)
            .start();
    registry = "localhost:" + port();
    store = Packages.store(folder.resolve("plugins"));
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** It says which port it got; then its log is drained, so that it never waits for us. */
  private String port() throws IOException {
    BufferedReader log = process.inputReader(StandardCharsets.UTF_8);
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      Matcher matcher = LISTENING.matcher(line);
      if (matcher.find()) {
        Thread.ofPlatform().daemon().start(() -> log.lines().forEach(ignored -> {}));
        return matcher.group(1);
      }
    }
    throw new IOException("the registry ended before it listened");
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private Manifest push(String version) throws IOException {
    Path zip = Packages.zipFile(folder.resolve("acme-" + version + ".zip"), "acme", version);
    return Registry.builder()
        .insecure()
        .build()
        .pushArtifact(
            ContainerRef.parse(registry + "/acme/plugins/echo:" + version),
            ArtifactType.from("application/vnd.acme.plugin"),
            LocalPath.of(zip, "application/zip"));
  }

  private Source source(String reference) {
    return Source.parse("oci://" + registry + "/acme/plugins/echo" + reference, folder);
  }

  @Test
  void whatWasPushedIsInstalledAndUpgradedOverPlainHttp() throws Exception {
    Manifest first = push("1");
    push("2");
    Installed installed = store.install(source(":1"), Progress.NONE);
    assertThat(installed.version()).isEqualTo("1");
    assertThat(installed.manifestDigest()).isEqualTo(first.getDescriptor().getDigest());
    assertThat(installed.digest()).isEqualTo(first.getLayers().getFirst().getDigest());
    Replacement replacement =
        store.upgrade("acme", Optional.of(source(":2")), plan -> true, Progress.NONE);
    assertThat(replacement.after().version()).isEqualTo("2");
    store.uninstall("acme");
    assertThat(store.install(source("@" + installed.manifestDigest()), Progress.NONE).version())
        .isEqualTo("1");
  }

  @Test
  void anUnknownTagIsSaidToBe() {
    assertThatThrownBy(() -> store.install(source(":absent"), Progress.NONE))
        .isInstanceOf(InstallProblem.class)
        .hasMessageContaining("unknown repository or tag");
  }
}
