package io.polyplug.cli;

import io.polyplug.host.HostBuilder;
import io.polyplug.host.PluginHost;
import io.polyplug.host.Tool;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolResult;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The host of one call of the demo, with the service that the call needs if it needs one. */
final class DemoHost implements AutoCloseable {
  /** An example that says nothing for so long is broken. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);

  /** A screen that shows nothing worth seeing in so many frames is broken, too. */
  private static final int MOST_FRAMES = 100;

  private final @Nullable DemoService service;
  private final PluginHost host;

  private DemoHost(@Nullable DemoService service, PluginHost host) {
    this.service = service;
    this.host = host;
  }

  static DemoHost start(DemoCall call) throws IOException {
    if (call.config().isPresent()) {
      HostBuilder builder = ShippedContracts.builder().configFile(call.config().get());
      // What a screen shows may come from a plugin that starts with its host.
      return new DemoHost(
          null, (call.until().isPresent() ? builder : builder.forOneCommand()).build());
    }
    DemoService service = DemoService.start(call.serve(), call.folder());
    try {
      Path file = Files.createTempFile("polyplug-demo", ".toml");
      try {
        Files.writeString(
            file,
            "[[plugin]]%ncontract = '%s'%nid = '%s'%nurl = '%s'%n"
                .formatted(call.contract(), call.plugin(), service.address()));
        return new DemoHost(
            service, ShippedContracts.builder().forOneCommand().configFile(file).build());
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException | RuntimeException | Error failure) {
      service.close();
      throw failure;
    }
  }

  /** Calls, reads a stream to its end, or sends what is to be sent and reads what comes. */
  ToolResult run(DemoCall call) {
    Tool tool = host.plugin(call.plugin()).tool(call.tool());
    ToolCall given = ToolCall.of(call.input());
    return switch (call.kind()) {
      case UNARY -> tool.call(given);
      case STREAM -> {
        try (ToolStream stream = tool.stream(given)) {
          yield all(stream);
        }
      }
      case CHANNEL ->
          call.until().isPresent() ? look(tool, given, call.until().get()) : talk(tool, call);
    };
  }

  private static ToolResult talk(Tool tool, DemoCall call) {
    try (ToolChannel channel = tool.open(ToolCall.of(Json.EMPTY_OBJECT))) {
      JsonParts.elements(call.input()).forEach(channel::send);
      channel.closeInput();
      return all(channel);
    }
  }

  /** Looks at a screen until it shows something, and tells its first line. */
  private static ToolResult look(Tool tool, ToolCall size, String until) {
    try (ToolChannel screen = tool.open(size)) {
      String shown = "";
      for (int i = 0; i < MOST_FRAMES && !shown.contains(until); i++) {
        Optional<Json> message = screen.next(LONGEST_SILENCE);
        if (message.isEmpty()) {
          break;
        }
        shown =
            Optional.ofNullable(JsonParts.find(message.get(), "buffer")[0])
                .map(FrameFormat::text)
                .orElse(shown);
      }
      Json line = Json.string(shown.lines().findFirst().orElse("").strip());
      return ToolResult.ok(line, Duration.ZERO);
    }
  }

  private static ToolResult all(ToolStream stream) {
    Json messages =
        Json.write(
            out -> {
              out.writeStartArray();
              Optional<Json> next = stream.next(LONGEST_SILENCE);
              while (next.isPresent()) {
                next.get().writeTo(out);
                next = stream.next(LONGEST_SILENCE);
              }
              out.writeEndArray();
            });
    return ToolResult.ok(messages, Duration.ZERO);
  }

  @Override
  public void close() {
    host.close();
    if (service != null) {
      service.close();
    }
  }
}
