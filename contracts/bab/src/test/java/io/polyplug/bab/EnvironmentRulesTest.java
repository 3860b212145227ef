package io.polyplug.bab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 12, and the settings of section 11. */
class EnvironmentRulesTest {
  private static Map<String, String> environment(
      Map<String, String> global, Map<String, String> process, Map<String, String> plugin) {
    return RunEnvironment.of(global, process, plugin, EnvFilter.SUFFIXES);
  }

  private static Map<String, String> file(String text) {
    try {
      return EnvFile.parse(text, "env");
    } catch (PluginFiles.Unusable e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theProcessBeatsTheGlobalFileAndThePluginsFileBeatsBoth() {
    assertThat(
            environment(
                Map.of("A", "global", "B", "global", "C", "global"),
                Map.of("B", "process", "C", "process"),
                Map.of("C", "plugin")))
        .containsOnly(
            Map.entry("A", "global"), Map.entry("B", "process"), Map.entry("C", "plugin"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BAB_X",
        "CLAUDE_X",
        "CLAUDECODE",
        "CLAUDECODE_Y",
        "ANTHROPIC_API_KEY",
        "OPENAI_API_KEY",
        "GOOGLE_API_KEY",
        "GEMINI_API_KEY",
        "OPENROUTER_API_KEY",
        "GITHUB_TOKEN",
        "GH_TOKEN",
        "LD_PRELOAD",
        "LD_LIBRARY_PATH",
        "DYLD_INSERT_LIBRARIES",
        "DYLD_LIBRARY_PATH",
        "NODE_OPTIONS",
        "NODE_PATH",
        "BUN_OPTIONS",
        "GROQ_API_KEY",
        "DB_PASSWORD",
        "NPM_TOKEN",
        "APP_SECRET",
        "APP_SECRET_KEY",
        "AWS_ACCESS_KEY",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_SESSION_TOKEN"
      })
  void secretsAndInternalsAreRemovedFromTheProcessAndTheGlobalFile(String name) {
    assertThat(environment(Map.of(name, "x"), Map.of(), Map.of())).isEmpty();
    assertThat(environment(Map.of(), Map.of(name, "x"), Map.of())).isEmpty();
  }

  @Test
  void oneSwitchFallsBackToTheNamedOnes() {
    Map<String, String> process = Map.of("GROQ_API_KEY", "x", "OPENAI_API_KEY", "y");
    assertThat(RunEnvironment.of(Map.of(), process, Map.of(), EnvFilter.NAMED))
        .containsOnlyKeys("GROQ_API_KEY");
  }

  @Test
  void trap6AKeyInThePluginsOwnFileReachesTheProgram() {
    Map<String, String> keys = Map.of("ANTHROPIC_API_KEY", "own", "CLAUDE_X", "1");
    assertThat(environment(keys, keys, keys)).isEqualTo(keys);
    assertThat(environment(keys, keys, Map.of())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HOME",
        "PWD",
        "PATH",
        "SHELL",
        "USER",
        "LOGNAME",
        "NODE_EXTRA_CA_CERTS",
        "GIT_SSH_COMMAND",
        "GIT_ASKPASS",
        "GIT_DIR",
        "GIT_WORK_TREE",
        "http_proxy",
        "https_proxy",
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "no_proxy",
        "NO_PROXY",
        "SSL_CERT_FILE",
        "SSL_CERT_DIR",
        "REQUESTS_CA_BUNDLE",
        "CURL_CA_BUNDLE"
      })
  void whatFilesMayNotSetPassesFromTheProcess(String name) {
    assertThat(environment(Map.of(name, "file"), Map.of(name, "real"), Map.of(name, "file")))
        .containsOnly(Map.entry(name, "real"));
    assertThat(environment(Map.of(name, "file"), Map.of(), Map.of(name, "file"))).isEmpty();
  }

  @Test
  void trap7PathAndOwnVariablesInAFileHaveNoEffect() {
    assertThat(
            environment(
                Map.of(),
                Map.of("PATH", "/bin"),
                Map.of("PATH", "/evil", "BAB_FOO", "1", "LD_PRELOAD", "x")))
        .containsOnly(Map.entry("PATH", "/bin"));
  }

  @Test
  void aFileHasKeysAndValues() {
    assertThat(
            file(
                """
                # comment

                A=1
                export B = no inline # comments
                C="quoted value"
                D='it is'
                E=
                F=a=b
                G=x"y'
                A=last\r
                """
                    .replace("B = no", "B= no")))
        .containsOnly(
            Map.entry("A", "last"),
            Map.entry("B", "no inline # comments"),
            Map.entry("C", "quoted value"),
            Map.entry("D", "it is"),
            Map.entry("E", ""),
            Map.entry("F", "a=b"),
            Map.entry("G", "x\"y'"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lower=1", "NO_EQUALS", "1A=x", "A B=x", "=x", "A=\"open", "A='", "Ä=1"})
  void aBadLineIsAnErrorNamingFileAndLine(String line) {
    PluginFiles.Unusable failure =
        catchThrowableOfType(
            PluginFiles.Unusable.class, () -> EnvFile.parse("# first\n" + line, "some/env"));
    assertThat(failure).hasMessageStartingWith("some/env, line 2: ");
  }

  @Test
  void theMessageOfABadLineTellsNoValue() {
    assertThat(
            catchThrowableOfType(
                PluginFiles.Unusable.class, () -> EnvFile.parse("KEY=\"hunter2", "env")))
        .message()
        .doesNotContain("hunter2");
  }

  @Test
  void aMissingFileIsEmptyAndOneThatLeadsOutIsRefused(@TempDir Path root) throws Exception {
    Path folder = Files.createDirectory(root.resolve("plugin"));
    assertThat(EnvFile.read(folder)).isEmpty();
    Files.writeString(root.resolve("elsewhere"), "A=1");
    Files.createSymbolicLink(folder.resolve("env"), root.resolve("elsewhere"));
    assertThat(catchThrowableOfType(PluginFiles.Unusable.class, () -> EnvFile.read(folder)))
        .hasMessageContaining("leads out");
    assertThat(EnvFile.readGlobal(folder)).containsOnly(Map.entry("A", "1"));
  }

  @Test
  void theSettingsHaveDefaults() throws Exception {
    BabSettings defaults = new BabSettings(Duration.ofMinutes(5), 5);
    assertThat(BabSettings.of(Map.of())).isEqualTo(defaults);
    assertThat(
            BabSettings.of(Map.of("BAB_CLI_TIMEOUT_MS", "0", "BAB_MAX_CONCURRENT_PROCESSES", "00")))
        .isEqualTo(defaults);
  }

  @Test
  void theSettingsAreRead() throws Exception {
    assertThat(
            BabSettings.of(
                Map.of("BAB_CLI_TIMEOUT_MS", "1500", "BAB_MAX_CONCURRENT_PROCESSES", "2")))
        .isEqualTo(new BabSettings(Duration.ofMillis(1500), 2));
    assertThat(BabSettings.of(Map.of("BAB_CLI_TIMEOUT_MS", "9".repeat(50))).timeout())
        .isGreaterThan(Duration.ofDays(10));
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "-1", "1.5", "1e3", " 1", "٣"})
  void aSettingThatIsNotAllDigitsIsRefusedByName(String value) {
    for (String name : new String[] {"BAB_CLI_TIMEOUT_MS", "BAB_MAX_CONCURRENT_PROCESSES"}) {
      assertThat(
              catchThrowableOfType(
                  PluginFiles.Unusable.class, () -> BabSettings.of(Map.of(name, value))))
          .hasMessageContaining(name);
    }
  }
}
