package io.polyplug.conformance.mcp;

import io.polyplug.conformance.Conversation;
import io.polyplug.conformance.Members;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.Reply;
import io.polyplug.conformance.rpc.RpcTalk;
import io.polyplug.mcp.protocol.Implementation;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.mcp.protocol.McpVersions;
import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A server that has been greeted in the era that it speaks: by the handshake, or, if it refuses
 * that, by metadata in every request. The stage ends it. Of one thread.
 */
final class ServerTalk {
  /** A legacy server may leave unanswered what it does not know. */
  static final Duration PROBE = Duration.ofSeconds(5);

  /** What hosts allow a server to start in, which may have to be fetched first. */
  static final Duration START = Duration.ofSeconds(60);

  private static final Implementation CLIENT =
      new Implementation("polyplug-conformance", "polyplug-conformance", "0");

  private final RpcTalk rpc;
  private final boolean modern;
  private final Members capabilities;

  private ServerTalk(RpcTalk rpc, boolean modern, Members capabilities) {
    this.rpc = rpc;
    this.modern = modern;
    this.capabilities = capabilities;
  }

  /** Starts it; it has been sent nothing yet. */
  static RpcTalk start(Stage stage, Framing framing) {
    return new RpcTalk(stage.start(framing), McpDialect.CLIENT);
  }

  static ServerTalk begin(Stage stage) {
    return begin(stage, McpDialect.LINES);
  }

  static ServerTalk begin(Stage stage, Framing framing) {
    RpcTalk rpc = start(stage, framing);
    Reply greeted = rpc.call(McpMethods.INITIALIZE, greeting(McpVersions.LEGACY), START);
    if (!greeted.isError()) {
      rpc.notify(McpMethods.INITIALIZED, null);
      return new ServerTalk(rpc, false, capabilities(greeted));
    }
    Reply discovered = rpc.call(McpMethods.DISCOVER, modernParams(Map.of()));
    if (discovered.isError()) {
      throw new Violation(
          "it refused to be greeted: initialize was answered with " + greeted.errorText());
    }
    return new ServerTalk(rpc, true, capabilities(discovered));
  }

  private static Members capabilities(Reply reply) {
    return Members.of("what it says of itself", reply.objectOrFail())
        .object("capabilities")
        .orElseThrow(() -> new Violation("it does not say its capabilities"));
  }

  /** The params of {@code initialize}. */
  static Json greeting(String version) {
    return Json.object(
        out -> {
          out.writeStringProperty("protocolVersion", version);
          out.writeObjectPropertyStart("capabilities");
          out.writeEndObject();
          out.writeName("clientInfo");
          CLIENT.toJson().writeTo(out);
        });
  }

  /** Params that bring what a modern server wants to know with every request. */
  static Json modernParams(Map<String, Json> params) {
    return modernParams(params, McpVersions.MODERN);
  }

  static Json modernParams(Map<String, Json> params, String version) {
    Map<String, Json> all = new LinkedHashMap<>(params);
    Map<String, Json> meta = new LinkedHashMap<>();
    meta.put(MetaKeys.VERSION, Json.string(version));
    meta.put(MetaKeys.CLIENT_INFO, CLIENT.toJson());
    meta.put(MetaKeys.CLIENT_CAPABILITIES, Json.EMPTY_OBJECT);
    if (params.containsKey(MetaKeys.META)) {
      meta.putAll(Members.of("_meta", params.get(MetaKeys.META)).all());
    }
    all.put(MetaKeys.META, object(meta));
    return object(all);
  }

  static Json object(Map<String, Json> members) {
    return Json.object(
        out ->
            members.forEach(
                (name, value) -> {
                  out.writeName(name);
                  value.writeTo(out);
                }));
  }

  RpcTalk rpc() {
    return rpc;
  }

  Conversation conversation() {
    return rpc.talk();
  }

  boolean isModern() {
    return modern;
  }

  /** Skips the axis unless it has declared this. */
  void require(String capability) {
    if (!capabilities.has(capability)) {
      throw new NotConcerned("it declares no " + capability);
    }
  }

  boolean has(String capability) {
    return capabilities.has(capability);
  }

  /** The params as its era wants them. */
  Json params(Map<String, Json> params) {
    return modern ? modernParams(params) : object(params);
  }

  Reply call(String method, Map<String, Json> params) {
    return rpc.call(method, params(params));
  }

  /** What every server answers. */
  Reply ping() {
    return modern ? call(McpMethods.DISCOVER, Map.of()) : call(McpMethods.PING, Map.of());
  }
}
