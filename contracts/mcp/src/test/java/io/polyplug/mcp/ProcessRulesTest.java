package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.FailureCode;
import io.polyplug.host.HostEvent;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.config.SecretText;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server as a process: what it sees, what it writes, how it ends. */
class ProcessRulesTest {
  @TempDir Path folder;

  @Test
  void aServerSeesSixVariablesAndThoseOfItsBinding() throws Exception {
    Files.writeString(folder.resolve("secret"), "s3cret\n");
    try (Scripted server =
        Scripted.with(folder, McpHooks.NONE, "env = { A = 'b', S = { from_file = 'secret' } }")) {
      Map<String, Json> seen = JsonParts.members(server.call("environment", "{}").output());
      assertThat(seen)
          .containsEntry("A", Json.string("b"))
          .containsEntry("S", Json.string("s3cret"));
    }
    McpWire.Stdio wire =
        new McpWire.Stdio(
            "sh",
            List.of(),
            folder,
            Optional.empty(),
            Map.of("A", new SecretText.Literal("b")),
            false);
    PluginInfo info = new PluginInfo("mcp", "it", "it", "", "", folder, "");
    McpPlugin plugin = new McpPlugin(info, wire, McpTimes.DEFAULT, List.of(), Optional.empty());
    assertThat(new McpProgram(plugin, wire).environment().variables().keySet())
        .isSubsetOf("A", "HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")
        .contains("A", "PATH");
  }

  @Test
  void aSecretThatIsMissingKeepsItFromStarting() throws Exception {
    try (Scripted server =
        Scripted.with(folder, McpHooks.NONE, "env = { S = { from_env = 'NO_SUCH_VARIABLE' } }")) {
      PluginFailure failure =
          catchThrowableOfType(PluginFailure.class, () -> server.client().ping());
      assertThat(failure.failure().code()).isEqualTo(FailureCode.INVALID_CONFIGURATION);
      assertThat(failure.failure().message()).contains("NO_SUCH_VARIABLE");
    }
  }

  @Test
  void theWorkingFolderIsThatOfTheFileOrTheOneThatIsNamed() throws Exception {
    try (Scripted server = Scripted.with(folder)) {
      assertThat(server.call("folder", "{}").output().stringValue())
          .isEqualTo(folder.toRealPath().toString());
    }
  }

  @Test
  void strayLinesAreToldAndThenCounted() throws Exception {
    try (Scripted server = Scripted.with(folder, "banner=50")) {
      assertThat(server.call("echo", "{\"text\":\"a\"}").output().stringValue()).isEqualTo("a");
      assertThat(server.awaitLog("Welcome 0").level()).isEqualTo(HostEvent.Level.INFO);
      server.awaitLog("Welcome 9");
      server.plugin().disable();
      server.awaitLog("40 more lines");
    }
  }

  @Test
  void aLineWithoutEndIsTheEndOfTheServer() throws Exception {
    try (Scripted server = Scripted.with(folder, "huge")) {
      PluginFailure failure =
          catchThrowableOfType(PluginFailure.class, () -> server.client().ping());
      assertThat(failure.failure().code()).isEqualTo(FailureCode.MALFORMED_RESPONSE);
    }
  }

  @Test
  void theEndOfItsInputEndsAServer() throws Exception {
    Path trace = folder.resolve("trace");
    try (Scripted server = Scripted.with(folder, "trace=" + trace)) {
      server.client().ping();
    }
    assertThat(Files.readAllLines(trace)).endsWith("end of input");
  }

  @Test
  void aServerThatStaysIsEndedAllTheSame() throws Exception {
    long pid;
    try (Scripted server =
        Scripted.with(folder, McpHooks.NONE, "shutdown_timeout = '100ms'", "stay")) {
      server.client().ping();
      pid = server.plugin().status().pid().orElseThrow();
    }
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }
}
