package io.polyplug.bab;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.ManualClock;
import io.polyplug.host.HostEvent.Level;
import io.polyplug.host.Plugin;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log of a server of delegates (section 17). */
@Timeout(60)
class DelegateLogTest {
  @TempDir Path folder;
  private final List<String> out = new ArrayList<>();
  private DelegateStage stage;

  @BeforeEach
  void open() throws IOException {
    stage = new DelegateStage(folder);
    stage.program("acme", "echo hi").plugin("acme").adapter("acme", FakeAdapter.simple());
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private DelegateLog log() {
    return log(LogFile.MOST_BYTES);
  }

  private DelegateLog log(long mostBytes) {
    ManualClock clock = new ManualClock(Instant.parse("2026-01-02T03:04:05.678Z"));
    return new DelegateLog(stage.environment, clock, out::add, mostBytes);
  }

  private Path file(String name) {
    return stage.base.resolve("logs").resolve(name);
  }

  private List<String> lines(String name) throws IOException {
    return Files.exists(file(name)) ? Files.readAllLines(file(name)) : List.of();
  }

  private Optional<Plugin> acme() {
    return Optional.of(stage.plugin());
  }

  @Test
  void aLineIsAnObjectOutsideAndInTheFilesThatItBelongsTo() throws Exception {
    DelegateLog log = log();
    log.write(Level.INFO, Optional.empty(), "here");
    log.write(Level.ERROR, acme(), "bad");
    assertThat(out)
        .containsExactly(
            "{\"timestamp\":\"2026-01-02T03:04:05.678Z\",\"level\":\"info\",\"message\":\"here\"}",
            "{\"timestamp\":\"2026-01-02T03:04:05.678Z\",\"level\":\"error\","
                + "\"contract\":\"bab\",\"plugin\":\"acme\",\"message\":\"bad\"}");
    assertThat(lines("mcp.log")).isEqualTo(out);
    assertThat(lines("error.log")).containsExactly(out.get(1));
    assertThat(lines("acme.log")).containsExactly(out.get(1));
  }

  @Test
  void onlyItsOwnerReadsAFile() throws Exception {
    log().write(Level.INFO, Optional.empty(), "here");
    assertThat(Files.getPosixFilePermissions(file("mcp.log")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void whatIsBelowTheLevelOfTheEnvironmentIsNotWritten() throws Exception {
    stage.environment.put("BAB_LOG_LEVEL", "Warn");
    DelegateLog log = log();
    log.write(Level.INFO, acme(), "quiet");
    log.write(Level.WARN, acme(), "loud");
    assertThat(out).hasSize(1);
    assertThat(lines("acme.log")).isEqualTo(out);
    assertThat(lines("error.log")).isEmpty();
  }

  @Test
  void aLevelThatIsNoneIsToldAndTakenAsInfo() {
    stage.environment.put("BAB_LOG_LEVEL", "loud");
    DelegateLog log = log();
    log.write(Level.DEBUG, Optional.empty(), "quiet");
    log.write(Level.INFO, Optional.empty(), "here");
    assertThat(out).hasSize(2);
    assertThat(out.getFirst()).contains("BAB_LOG_LEVEL is none of");
  }

  @Test
  void aFullFileIsKeptOnceAndBegunAnew() throws Exception {
    DelegateLog log = log(400);
    for (int i = 0; i < 20; i++) {
      log.write(Level.INFO, Optional.empty(), "line " + i);
    }
    assertThat(lines("mcp.log").getLast()).contains("line 19");
    assertThat(Files.size(file("mcp.log"))).isLessThanOrEqualTo(400);
    assertThat(Files.size(file("mcp.log.1"))).isLessThanOrEqualTo(400);
    try (var files = Files.list(stage.base.resolve("logs"))) {
      assertThat(files.map(it -> it.getFileName().toString()))
          .containsExactlyInAnyOrder("mcp.log", "mcp.log.1");
    }
  }

  @Test
  void valuesOfSecretVariablesAreNotWritten() throws Exception {
    stage.environment.put("ACME_API_KEY", "from-host");
    Files.writeString(stage.base.resolve("env"), "OTHER_TOKEN=from-file\n");
    stage.file("acme", "env", "MY_SECRET=from-host-and-more\nREGION=europe\n");
    log().write(Level.INFO, acme(), "from-host from-host-and-more from-file europe");
    assertThat(message(out.getFirst())).isEqualTo("[secret] [secret] [secret] europe");
    assertThat(lines("acme.log")).isEqualTo(out);
  }

  @Test
  void textOfAPluginIsEscaped() {
    log().write(Level.INFO, acme(), "a\u001b[31m\nb");
    assertThat(message(out.getFirst())).doesNotContain("\u001b", "\n");
  }

  @Test
  void filesThatCannotBeWrittenAreToldOfOnce() throws Exception {
    Files.writeString(stage.base.resolve("logs"), "in the way");
    DelegateLog log = log();
    log.write(Level.INFO, Optional.empty(), "one");
    log.write(Level.INFO, Optional.empty(), "two");
    assertThat(out).hasSize(3);
    assertThat(out.get(1)).contains("cannot be written");
  }

  @Test
  void aPluginThatIsCalledAsAFileOfOursHasNone() throws Exception {
    stage.program("mcp", "echo hi").plugin("mcp");
    log().write(Level.INFO, Optional.of(stage.host().plugin("mcp")), "once");
    assertThat(lines("mcp.log")).hasSize(1);
  }

  @Test
  void aRunIsToldWithoutWhatWasAskedAndAnswered() throws Exception {
    stage.adapter("acme", FakeAdapter.simple());
    stage.run();
    assertThat(stage.awaitLog("ended after"))
        .startsWith("run ")
        .contains(" as default ")
        .doesNotContain("hello", "answer");
  }

  @Test
  void aFailureIsToldWithItsStackOnlyToWhoDebugs() throws Exception {
    stage.environment.put("BAB_LOG_LEVEL", "debug");
    stage.program("acme", "exec sleep 60");
    stage.adapter("acme", FakeAdapter.planned("{\"args\":[],\"timeoutMs\":50}"));
    assertThat(stage.failure().type()).isEqualTo(DelegateError.TIMEOUT);
    stage.awaitLog("failed (timeout: The acme timed out)");
    stage.awaitLog("\tat io.polyplug.bab.");
  }

  private static String message(String line) {
    return String.valueOf(JsonParts.members(Json.parse(line)).get("message").stringValue());
  }
}
