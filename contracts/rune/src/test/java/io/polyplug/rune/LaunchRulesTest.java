package io.polyplug.rune;

import static io.polyplug.rune.RuneScript.ANSWERS;
import static io.polyplug.rune.RuneScript.SHAKES_HANDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginHost;
import io.polyplug.host.config.ConfigMistake;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sections 2 and 3: bindings, and how the process is started. */
class LaunchRulesTest {
  @TempDir Path folder;

  private RuneScript script(String... lines) {
    return new RuneScript(folder, lines);
  }

  @Test
  void aMissingCommandIsLaunchFailed() {
    assertThat(script().with("command", "'./absent'").failure())
        .satisfies(
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.LAUNCH_FAILED);
              assertThat(failure.plugin()).isEqualTo("acme.test");
              assertThat(failure.message()).contains("absent");
            });
  }

  @Test
  void aCommandThatIsNotOnThePathIsLaunchFailed() {
    assertThat(script().with("command", "'no-such-program-anywhere'").failure().code())
        .isEqualTo(FailureCode.LAUNCH_FAILED);
  }

  @Test
  void aDirectoryAsCommandIsLaunchFailed() {
    assertThat(script().with("command", "'./'").failure().code())
        .isEqualTo(FailureCode.LAUNCH_FAILED);
  }

  @Test
  void aCommandWithoutExecuteBitIsLaunchFailed() throws Exception {
    Files.writeString(folder.resolve("plain.sh"), "#!/bin/sh\n");
    assertThat(script().with("command", "'./plain.sh'").failure())
        .satisfies(
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.LAUNCH_FAILED);
              assertThat(failure.message()).contains("chmod +x");
            });
  }

  @Test
  void aMissingInterpreterIsLaunchFailedAndNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("odd"), "#!/no/such/interpreter\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    assertThat(script().with("command", "'./odd'").failure())
        .satisfies(
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.LAUNCH_FAILED);
              assertThat(failure.message()).contains("/no/such/interpreter");
            });
  }

  @Test
  void aWorkingFolderThatIsNoneIsLaunchFailed() {
    assertThat(script(SHAKES_HANDS, ANSWERS).with("dir", "'absent'").failure().code())
        .isEqualTo(FailureCode.LAUNCH_FAILED);
  }

  @Test
  void theEnvironmentIsExactlyWhatTheBindingSays() {
    // env(1) as a plugin writes what it has: nothing at all, or a line that is no handshake.
    RuneScript env = script().with("command", "'/usr/bin/env'");
    assertThat(env.failure().code()).isEqualTo(FailureCode.CRASHED);
    assertThat(env.with("env", "{ ONLY = 'this' }").failure())
        .satisfies(
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.MALFORMED_RESPONSE);
              assertThat(failure.message()).contains("ONLY=this");
            });
  }

  @Test
  void theCommandIsLookedUpOnTheHostsPathAlthoughThePluginHasNone() {
    assertThat(
            script(SHAKES_HANDS, ANSWERS)
                .with("command", "'sh'")
                .with("args", "['plugin.sh']")
                .call()
                .ok())
        .isTrue();
  }

  @Test
  void argumentsAndVariablesArriveAsUtf8Unchanged() {
    String says =
        RuneScript.responds("\"status\":\"ok\",\"output\":\"%s %s\"")
            .replace("\"$id\"", "\"$id\" \"$1\" \"$V\"");
    assertThat(
            script(SHAKES_HANDS, says)
                .with("args", "['żółć $HOME *']")
                .with("env", "{ V = 'ł€𝄞' }")
                .call()
                .output()
                .toString())
        .isEqualTo("\"żółć $HOME * ł€𝄞\"");
  }

  @Test
  void aVariableFromAnUnsetOneStartsNothing() {
    assertThat(
            script("touch started")
                .with("env", "{ KEY = { from_env = 'POLYPLUG_TEST_UNSET' } }")
                .failure())
        .satisfies(
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.INVALID_CONFIGURATION);
              assertThat(failure.message()).contains("POLYPLUG_TEST_UNSET");
            });
    assertThat(folder.resolve("started")).doesNotExist();
  }

  @Test
  void aBlankToolNameStartsNothing() {
    assertThat(script("touch started").failure(" \u00a0", "{}").code())
        .isEqualTo(FailureCode.INVALID_INPUT);
    assertThat(folder.resolve("started")).doesNotExist();
  }

  @Test
  void bindingErrorsAreFoundBeforeAnyStartAndNameTheirPlace() {
    assertMistake(script().with("capabilities", "['a', ' b']"), "capabilities");
    assertMistake(script().with("capabilities", "['a\u00a0']"), "capabilities");
    assertMistake(script().with("capabilities", "['']"), "capabilities");
    assertMistake(script().with("capabilities", "['a', 'a']"), "twice");
    assertMistake(script().with("command", "' '"), "command");
    assertMistake(script().with("timeout", "5"), "timeout");
    assertMistake(script().with("timeout", "'soon'"), "duration");
    assertMistake(script().with("timout", "'5s'"), "unknown key");
  }

  private static void assertMistake(RuneScript script, String part) {
    assertThatThrownBy(
            () -> {
              try (PluginHost host = script.host()) {
                host.plugins();
              }
            })
        .isInstanceOf(ConfigMistake.class)
        .hasMessageContaining("polyplug.toml:")
        .hasMessageContaining(part);
  }

  @Test
  void zeroMeansTheDefaultTime() {
    assertThat(script(SHAKES_HANDS, ANSWERS).with("timeout", "'0s'").call().ok()).isTrue();
  }
}
