package io.polyplug.bench.scenario;

import io.polyplug.bowire.BowireContract;
import io.polyplug.host.PluginHost;
import io.polyplug.host.Tool;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One stream after another from one sidecar. Reaches messages per second. */
final class SidecarStream implements Contender {
  private final String name;
  private final int count;
  private final PluginHost host;
  private final Tool tool;
  private final @Nullable Process service;

  private SidecarStream(String name, int count, String binding, @Nullable Process service)
      throws IOException {
    this.name = name;
    this.count = count;
    this.service = service;
    Path file = Files.createTempFile("polyplug-bench", ".toml");
    try {
      Files.writeString(
          file,
          "[[plugin]]\ncontract = 'bowire'\nid = 'bench'\nstream_messages = 10000000\n" + binding);
      host = PluginHost.builder().contract(new BowireContract()).configFile(file).build();
    } finally {
      Files.delete(file);
    }
    tool = host.plugin("bench").tool("Flood/" + count);
  }

  static SidecarStream stdio(Path program, int count) throws IOException {
    return new SidecarStream("stdio", count, "command = '" + program + "'\n", null);
  }

  static SidecarStream http(Path program, int count) throws IOException {
    Process service = new ProcessBuilder(program.toString(), "http").start();
    try (BufferedReader out = service.inputReader(StandardCharsets.UTF_8)) {
      return new SidecarStream("HTTP", count, "url = '" + out.readLine() + "'\n", service);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public double turn(Duration length) throws IOException {
    long began = System.nanoTime();
    int seen = 0;
    try (ToolStream stream = tool.stream(ToolCall.of(Json.EMPTY_OBJECT))) {
      while (stream.next().isPresent()) {
        seen++;
      }
    }
    if (seen != count) {
      throw new IOException("of " + count + " messages " + seen + " came");
    }
    return count * 1e9 / (System.nanoTime() - began);
  }

  @Override
  public void close() {
    host.close();
    if (service != null) {
      service.destroyForcibly();
    }
  }
}
