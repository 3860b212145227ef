package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.McpErrors;
import io.polyplug.mcp.protocol.McpVersions;
import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What client and server have agreed on for one request. */
sealed interface Terms {
  String version();

  /** What the client can do, an object. */
  Json capabilities();

  /** The least level of log messages that the client wants; empty for none at all. */
  Optional<String> logLevel();

  /** Told by the request itself. */
  record Modern(String version, Json capabilities, Optional<String> logLevel) implements Terms {}

  /** Told by the handshake that opened the session. */
  record Legacy(LegacyClient client) implements Terms {
    @Override
    public String version() {
      return client.version();
    }

    @Override
    public Json capabilities() {
      return client.capabilities();
    }

    @Override
    public Optional<String> logLevel() {
      return Optional.of(client.logLevel());
    }
  }

  /** The {@code _meta} of params; null if there is none. */
  static @Nullable Json metaOf(Json params) {
    Json meta = params.kind() == Json.Kind.OBJECT ? JsonParts.find(params, MetaKeys.META)[0] : null;
    return meta != null && meta.kind() == Json.Kind.OBJECT ? meta : null;
  }

  /** The version that a request names itself; null if it names none. */
  static @Nullable String versionIn(@Nullable Json meta) {
    Json version = meta == null ? null : JsonParts.find(meta, MetaKeys.VERSION)[0];
    return version == null ? null : version.stringValue();
  }

  /** Reads what a modern request brings; throws what is answered to one that brings too little. */
  static Modern modern(@Nullable Json meta) {
    String version = versionIn(meta);
    if (meta == null || version == null) {
      throw missing(MetaKeys.VERSION);
    }
    if (!version.equals(McpVersions.MODERN)) {
      throw unsupported(version);
    }
    @Nullable Json[] found = JsonParts.find(meta, MetaKeys.CLIENT_CAPABILITIES, MetaKeys.LOG_LEVEL);
    if (found[0] == null || found[0].kind() != Json.Kind.OBJECT) {
      throw missing(MetaKeys.CLIENT_CAPABILITIES);
    }
    String level = found[1] == null ? null : found[1].stringValue();
    if (found[1] != null && (level == null || !LogLevels.isOne(level))) {
      throw new RpcException(ErrorObject.INVALID_PARAMS, "unknown log level: " + found[1]);
    }
    return new Modern(version, found[0], Optional.ofNullable(level));
  }

  private static RpcException missing(String member) {
    return new RpcException(
        ErrorObject.INVALID_PARAMS,
        "params._meta lacks " + member + "; start with initialize, or send it with every request");
  }

  /** What is answered to a request of a version that we do not speak. */
  static RpcException unsupported(String requested) {
    Json data =
        Json.object(
            out -> {
              out.writeArrayPropertyStart("supported");
              McpVersions.ALL.forEach(out::writeString);
              out.writeEndArray();
              out.writeStringProperty("requested", requested);
            });
    return new RpcException(
        new ErrorObject(McpErrors.UNSUPPORTED_VERSION, "Unsupported protocol version", data));
  }
}
