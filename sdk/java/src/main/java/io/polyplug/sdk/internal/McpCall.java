package io.polyplug.sdk.internal;

import io.polyplug.mcp.server.ServerCall;
import io.polyplug.sdk.Level;
import io.polyplug.wire.Json;
import java.util.Map;
import java.util.OptionalDouble;

/** A call under MCP, whose clients hear of logs and progress. */
final class McpCall extends PlainCall {
  private final String plugin;
  private final ServerCall server;

  McpCall(String plugin, ServerCall server, Running.Work work) {
    super("mcp", work, Map.of(), "");
    this.plugin = plugin;
    this.server = server;
  }

  @Override
  public boolean isCancelled() {
    return super.isCancelled() || server.isCancelled();
  }

  @Override
  public void log(Level level, String message, Map<String, ?> fields) {
    String word =
        switch (level) {
          case TRACE, DEBUG -> "debug";
          case INFO -> "info";
          case WARN -> "warning";
          case ERROR -> "error";
        };
    server.log(
        word,
        plugin,
        Json.object(
            out -> {
              out.writeStringProperty("message", message);
              if (!fields.isEmpty()) {
                out.writeName("fields");
                Values.write(fields, out);
              }
            }));
  }

  @Override
  public void progress(double done) {
    server.progress(done, OptionalDouble.empty(), "");
  }

  @Override
  public void progress(double done, double total, String message) {
    server.progress(done, OptionalDouble.of(total), message);
  }
}
