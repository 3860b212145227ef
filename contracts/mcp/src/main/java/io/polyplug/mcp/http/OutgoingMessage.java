package io.polyplug.mcp.http;

import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.FrameBytes;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of a message are made from.
 *
 * @param method empty for a reply
 * @param id null for a notification
 */
record OutgoingMessage(String method, @Nullable Json id, Optional<Json> params) {
  private static final OutgoingMessage NONE = new OutgoingMessage("", null, Optional.empty());

  /** Reads what we wrote ourselves, so it is JSON. */
  static OutgoingMessage read(FrameBytes body) {
    Json message = Json.ofTrusted(body.toByteArray());
    if (message.kind() != Json.Kind.OBJECT) {
      return NONE;
    }
    @Nullable Json[] found = JsonParts.find(message, "method", "id", "params");
    String method = found[0] == null ? null : found[0].stringValue();
    return new OutgoingMessage(
        method == null ? "" : method,
        found[1],
        Optional.ofNullable(found[2]).filter(it -> it.kind() == Json.Kind.OBJECT));
  }

  boolean isCancel() {
    return method.equals(McpMethods.CANCELLED);
  }

  boolean isGreeting() {
    return method.equals(McpMethods.INITIALIZE);
  }

  /** Ends a greeting: nothing else may reach the server before it. */
  boolean isGreeted() {
    return method.equals(McpMethods.INITIALIZED);
  }

  boolean isToolCall() {
    return method.equals(McpMethods.TOOLS_CALL);
  }

  /** What is called, got or read. */
  Optional<String> name() {
    String member =
        switch (method) {
          case McpMethods.TOOLS_CALL, McpMethods.PROMPTS_GET -> "name";
          case McpMethods.RESOURCES_READ -> "uri";
          default -> "";
        };
    return member.isEmpty() ? Optional.empty() : member(member).map(Json::stringValue);
  }

  Optional<Json> member(String name) {
    return params.map(it -> JsonParts.find(it, name)[0]);
  }

  /** Whether a message that came is the reply to this one. */
  boolean isAnsweredBy(Json message) {
    if (id == null || message.kind() != Json.Kind.OBJECT) {
      return false;
    }
    @Nullable Json[] found = JsonParts.find(message, "id", "method", "result", "error");
    return id.equals(found[0]) && found[1] == null && (found[2] != null || found[3] != null);
  }

  /** An error that came with a status of its own, perhaps without saying what it answers. */
  Optional<Json> errorFrom(Json body) {
    if (body.kind() != Json.Kind.OBJECT || id == null) {
      return Optional.empty();
    }
    @Nullable Json[] found = JsonParts.find(body, "error", "id");
    Json error = found[0];
    if (error == null || error.kind() != Json.Kind.OBJECT) {
      return Optional.empty();
    }
    if (found[1] != null && found[1].kind() != Json.Kind.NULL) {
      return Optional.of(body);
    }
    Json own = id;
    return Optional.of(
        Json.object(
            out -> {
              out.writeStringProperty("jsonrpc", "2.0");
              out.writeName("id");
              own.writeTo(out);
              out.writeName("error");
              error.writeTo(out);
            }));
  }
}
