package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The official conformance kit, with its servers against our client. */
class ConformanceTest {
  private static final String KIT = "@modelcontextprotocol/conformance";

  @TempDir Path folder;

  @ParameterizedTest(name = "{1} of {0}")
  @CsvSource({
    "2025-11-25, initialize",
    "2025-11-25, tools_call",
    "2025-11-25, elicitation-sep1034-client-defaults",
    "2025-11-25, sse-retry",
    "2025-11-25, json-schema-2020-12-preservation",
    "2026-07-28, tools_call",
    "2026-07-28, request-metadata",
    "2026-07-28, sep-2322-client-request-state",
    "2026-07-28, http-standard-headers",
    "2026-07-28, http-custom-headers",
    "2026-07-28, http-invalid-tool-headers",
    "2026-07-28, json-schema-ref-no-deref",
    "2026-07-28, json-schema-2020-12-preservation"
  })
  void theClientConforms(String version, String scenario) throws Exception {
    Optional<NpmFolder> npm = NpmFolder.with(KIT);
    assumeTrue(npm.isPresent(), KIT + " is not installed: name its folder with POLYPLUG_NPM");
    Path expected = folder.resolve("expected.yml");
    try (InputStream file =
        ConformanceTest.class.getResourceAsStream("conformance-expected-failures.yml")) {
      Files.write(expected, Objects.requireNonNull(file).readAllBytes());
    }
    Path log = folder.resolve("log");
    Process kit =
        new ProcessBuilder(
                npm.get().node(),
                npm.get().program(KIT + "/dist/index.js").toString(),
                "client",
                "--command",
                client().toString(),
                "--scenario",
                scenario,
                "--spec-version",
                version,
                "--expected-failures",
                expected.toString(),
                "--output-dir",
                folder.resolve("results").toString(),
                "--timeout",
                "120000")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(kit.waitFor(180, TimeUnit.SECONDS)).isTrue();
    } finally {
      kit.descendants().forEach(ProcessHandle::destroyForcibly);
      kit.destroyForcibly();
    }
    String said = Files.readString(log, StandardCharsets.UTF_8);
    assertThat(kit.exitValue()).as(said).isZero();
    assertThat(said).contains("0 failed, 0 warnings");
  }

  /** The kit splits its command at blanks, so this is one file. */
  private Path client() throws Exception {
    Path script = folder.resolve("client");
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Files.writeString(
        script,
        "#!/bin/sh\nexec '"
            + ProcessHandle.current().info().command().orElseThrow()
            + "' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED -cp '"
            + classes
            + "' "
            + ConformanceClient.class.getName()
            + " \"$@\"\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script;
  }
}
