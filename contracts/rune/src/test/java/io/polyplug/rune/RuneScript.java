package io.polyplug.rune;

import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.fail;

import io.polyplug.base.ManualClock;
import io.polyplug.host.Failure;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolResult;
import io.polyplug.process.MemoryProcess;
import io.polyplug.process.MemoryProgram;
import io.polyplug.process.MemorySpawner;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * A plugin of the test's own: a POSIX shell script, bound by a configuration file, started as a
 * real process for each call. Unless said otherwise it is called {@code acme.test}, may ask for
 * {@code tool.execute} and is asked for the tool {@code t}.
 */
final class RuneScript {
  /** Reads the handshake and answers it well. */
  static final String SHAKES_HANDS = "read -r hello; " + says(manifest());

  /** Reads the request and keeps its id. */
  static final String READS_REQUEST =
      "read -r request; id=${request#*\\\"request_id\\\":\\\"}; id=${id%%\\\"*}";

  /** Answers the request well. */
  static final String ANSWERS =
      READS_REQUEST
          + "; printf '{\"type\":\"response\",\"request_id\":\"%s\",\"status\":\"ok\",\"output\":{\"n\":1}}\\n'"
          + " \"$id\"";

  private final Path folder;
  private final List<String> script = new ArrayList<>();
  private final Map<String, String> options = new LinkedHashMap<>();

  RuneScript(Path folder, String... lines) {
    this.folder = folder;
    script.add("#!/bin/sh");
    script.addAll(List.of(lines));
    options.put("command", "\"./plugin.sh\"");
    options.put("capabilities", "[\"tool.execute\"]");
    // Only a test of a limit may depend on how fast the machine is.
    options.put("timeout", "'60s'");
    options.put("launch_timeout", "'30s'");
    options.put("handshake_timeout", "'30s'");
    options.put("teardown_timeout", "'30s'");
  }

  static String manifest() {
    return manifest("\"exposed_tools\":[\"t\"],\"capabilities\":[\"tool.execute\"]");
  }

  /** A handshake whose manifest has the right id and version, and the given members. */
  static String manifest(String members) {
    return handshake(
        "\"plugin_id\":\"acme.test\",\"plugin_version\":\"1\",\"protocol_version\":\"rterm.plugin.v1\","
            + members);
  }

  static String handshake(String members) {
    return "{\"type\":\"handshake\",\"manifest\":{" + members + "}}";
  }

  /** A response to the request that was read, with the given members after the id. */
  static String responds(String members) {
    return READS_REQUEST
        + "; printf '{\"type\":\"response\",\"request_id\":\"%s\","
        + members
        + "}\\n' \"$id\"";
  }

  /** Writes one line. */
  static String says(String line) {
    return "printf '%s\\n' '" + line + "'";
  }

  /** Sets a key of the binding, its value in TOML. */
  RuneScript with(String key, String toml) {
    options.put(key, toml);
    return this;
  }

  ToolResult call() {
    return call("t", "{}");
  }

  ToolResult call(String tool, String input) {
    try (PluginHost host = host()) {
      return plugin(host).tool(tool).call(ToolCall.of(Json.parse(input)));
    }
  }

  Plugin plugin(PluginHost host) {
    return host.plugin("acme.test");
  }

  PluginHost host() {
    return builder().build();
  }

  private HostBuilder builder() {
    return PluginHost.builder().contract(new RuneContract()).configFile(write());
  }

  /** Calls, and gives the failure that it must end in. */
  Failure failure() {
    return failure("t", "{}");
  }

  Failure failure(String tool, String input) {
    Throwable thrown = catchThrowable(() -> call(tool, input));
    if (thrown instanceof PluginFailure failure) {
      return failure.failure();
    }
    return fail("expected a failure, got " + (thrown == null ? "a result" : thrown), thrown);
  }

  /**
   * Calls a program in memory instead of the script: as soon as it has done what it does and is
   * silent, so much time passes, of which nobody has to wait for any. Gives the failure.
   */
  Failure failureAfter(Duration time, ToolCall call, Speaking program) throws Exception {
    ManualClock clock = new ManualClock();
    CountDownLatch silent = new CountDownLatch(1);
    MemoryProgram whole =
        self -> {
          program.run(self);
          silent.countDown();
          new CountDownLatch(1).await();
          return 0;
        };
    try (MemorySpawner spawner = new MemorySpawner(clock).otherwise(whole);
        PluginHost host = builder().clock(clock).spawner(spawner).build()) {
      FutureTask<@Nullable Throwable> outcome =
          new FutureTask<>(() -> catchThrowable(() -> plugin(host).tool("t").call(call)));
      Thread.ofVirtual().start(outcome);
      silent.await();
      while (!outcome.isDone()) {
        // What the host has read by now it may still think about, and only then wait again.
        if (spawner.awaitQuiet(Duration.ofMillis(20), Duration.ofSeconds(20))) {
          clock.advance(time);
        }
      }
      Throwable thrown = outcome.get();
      return thrown instanceof PluginFailure failure
          ? failure.failure()
          : fail("expected a failure, got " + thrown, thrown);
    }
  }

  /** What a program in memory says before it is silent. */
  interface Speaking {
    void run(MemoryProcess self) throws IOException;
  }

  /** Reads a line, in memory. */
  static String reads(MemoryProcess self) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = self.stdin().read(); b >= 0 && b != '\n'; b = self.stdin().read()) {
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /** Writes a text, in memory. */
  static void writes(MemoryProcess self, String text) throws IOException {
    self.stdout().write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Shakes hands and answers well, in memory. */
  static void answers(MemoryProcess self) throws IOException {
    reads(self);
    writes(self, manifest() + "\n");
    Json id = JsonParts.find(Json.parse(reads(self)), "request_id")[0];
    writes(
        self,
        "{\"type\":\"response\",\"request_id\":%s,\"status\":\"ok\",\"output\":1}\n".formatted(id));
  }

  /** Calls, and gives the error that the plugin must answer. */
  PluginError error() {
    Throwable thrown = catchThrowable(this::call);
    return thrown instanceof PluginError error
        ? error
        : fail("expected the plugin's own error, got " + thrown, thrown);
  }

  Path write() {
    try {
      Path file = folder.resolve("plugin.sh");
      Files.writeString(file, String.join("\n", script) + "\n");
      if (!file.toFile().setExecutable(true)) {
        throw new IOException("not made executable: " + file);
      }
      StringBuilder toml =
          new StringBuilder("[[plugin]]\ncontract = \"rune\"\nid = \"acme.test\"\n");
      options.forEach((key, value) -> toml.append(key).append(" = ").append(value).append('\n'));
      return Files.writeString(folder.resolve("polyplug.toml"), toml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
