package io.polyplug.cli;

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

  private final @Nullable DemoService service;
  private final PluginHost host;

  private DemoHost(@Nullable DemoService service, PluginHost host) {
    this.service = service;
    this.host = host;
  }

  static DemoHost start(DemoCall call) throws IOException {
    if (call.config().isPresent()) {
      return new DemoHost(null, host(call.config().get()));
    }
    DemoService service = DemoService.start(call.serve(), call.folder());
    try {
      Path file = Files.createTempFile("polyplug-demo", ".toml");
      try {
        Files.writeString(
            file,
            "[[plugin]]%ncontract = '%s'%nid = '%s'%nurl = '%s'%n"
                .formatted(call.contract(), call.plugin(), service.address()));
        return new DemoHost(service, host(file));
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException | RuntimeException | Error failure) {
      service.close();
      throw failure;
    }
  }

  private static PluginHost host(Path config) {
    return PluginHost.builder().forOneCommand().configFile(config).build();
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
      case CHANNEL -> {
        try (ToolChannel channel = tool.open(ToolCall.of(Json.EMPTY_OBJECT))) {
          JsonParts.elements(call.input()).forEach(channel::send);
          channel.closeInput();
          yield all(channel);
        }
      }
    };
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
