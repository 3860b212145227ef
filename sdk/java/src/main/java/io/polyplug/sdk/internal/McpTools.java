package io.polyplug.sdk.internal;

import io.polyplug.mcp.server.Page;
import io.polyplug.mcp.server.ServedTools;
import io.polyplug.mcp.server.ServerCall;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The tools and streams of a plugin as those of a server of MCP. */
record McpTools(Declaration plugin, Running running) implements ServedTools {
  @Override
  public Page list(Optional<String> cursor) {
    if (cursor.isPresent()) {
      throw new RpcException(ErrorObject.INVALID_PARAMS, "there is one page and no cursor");
    }
    List<Json> tools = new ArrayList<>();
    for (Tool.Callable tool : plugin.callable()) {
      tools.add(
          Json.object(
              out -> {
                out.writeStringProperty("name", tool.name());
                out.writeStringProperty("description", tool.description());
                out.writeName("inputSchema");
                tool.schema().writeTo(out);
              }));
    }
    return Page.all(tools);
  }

  @Override
  public Json call(String name, Json arguments, ServerCall server) throws InterruptedException {
    Tool.Callable tool = plugin.callable(name);
    if (tool == null) {
      throw new RpcException(ErrorObject.INVALID_PARAMS, "unknown tool: " + name);
    }
    try (Running.Work work = running.begin()) {
      McpCall call = new McpCall(plugin.name(), server, work);
      return tool instanceof Tool.Stream<?> stream
          ? stream(stream, arguments, server, call)
          : unary(tool.run(arguments, call));
    } catch (ToolError e) {
      return result(e.code() + ": " + e.getMessage(), Optional.empty(), true);
    }
  }

  private static Json stream(Tool.Stream<?> tool, Json arguments, ServerCall server, McpCall call)
      throws InterruptedException {
    List<Json> messages = new ArrayList<>();
    tool.begin(arguments)
        .run(
            message -> {
              messages.add(message);
              server.progress(messages.size(), OptionalDouble.empty(), message.toString());
            },
            call);
    Json all = Values.toJson(messages);
    Json structured =
        Json.object(
            out -> {
              out.writeName("messages");
              all.writeTo(out);
            });
    return result(all.toString(), Optional.of(structured), false);
  }

  private static Json unary(Json output) {
    String text = output.stringValue();
    boolean isObject = output.kind() == Json.Kind.OBJECT;
    return result(
        text == null ? output.toString() : text,
        isObject ? Optional.of(output) : Optional.empty(),
        false);
  }

  private static Json result(String text, Optional<Json> structured, boolean isError) {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("content");
          out.writeStartObject();
          out.writeStringProperty("type", "text");
          out.writeStringProperty("text", text);
          out.writeEndObject();
          out.writeEndArray();
          if (structured.isPresent()) {
            out.writeName("structuredContent");
            structured.get().writeTo(out);
          }
          out.writeBooleanProperty("isError", isError);
        });
  }
}
