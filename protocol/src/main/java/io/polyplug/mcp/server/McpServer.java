package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.Implementation;
import io.polyplug.mcp.protocol.McpErrors;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.mcp.protocol.McpVersions;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A server of MCP for clients of every era, without a transport: {@link StreamServer} and {@link
 * HttpServer} carry it. Safe from any thread.
 */
public final class McpServer {
  private static final int MOST_CAPABILITIES = 64 << 10;

  private final Offer offer;
  private final Results results;
  private final ServerChanges changes = new ServerChanges();

  private McpServer(Offer offer) {
    this.offer = offer;
    this.results = new Results(offer.info(), offer.ttlMillis());
  }

  /** A builder for a server that says this of itself. */
  public static Builder named(Implementation info) {
    return new Builder(info);
  }

  /** Where changes are told. */
  public ServerChanges changes() {
    return changes;
  }

  Offer offer() {
    return offer;
  }

  /** The handshake of a legacy client: what it is from now on. */
  static LegacyClient greet(Json params) {
    Map<String, Json> members = members(params);
    Json version = members.get("protocolVersion");
    String asked = version == null ? null : version.stringValue();
    if (asked == null) {
      throw invalid("params.protocolVersion is missing");
    }
    Json given = members.get("capabilities");
    Json capabilities =
        given != null && given.kind() == Json.Kind.OBJECT ? given : Json.EMPTY_OBJECT;
    if (capabilities.length() > MOST_CAPABILITIES) {
      throw invalid("params.capabilities has more than " + MOST_CAPABILITIES + " bytes");
    }
    // A copy: a part of the message would keep all of it for as long as the session lasts.
    return new LegacyClient(McpVersions.settle(asked), Json.ofTrusted(capabilities.toByteArray()));
  }

  /**
   * Answers a request that every transport treats alike: all but the handshake and listening.
   * Throws {@link RpcException} for what is answered as an error.
   */
  Json answer(String method, Json params, Terms terms, Back back) throws Exception {
    Map<String, Json> members = members(params);
    boolean modern = terms instanceof Terms.Modern;
    if (modern) {
      checkRound(members);
    }
    try {
      Json result = dispatch(method, members, terms, back);
      if (!modern) {
        return result;
      }
      return isCacheable(method) ? results.cacheable(result) : results.complete(result);
    } catch (InputNeeded needed) {
      if (!modern) {
        throw new RpcException(ErrorObject.INTERNAL_ERROR, "this client cannot be asked so");
      }
      needed.requests().values().forEach(it -> requireDeclared(it, terms, back, members));
      return results.complete(needed.toResult());
    } catch (ServedResources.NoSuchResource e) {
      int code = modern ? ErrorObject.INVALID_PARAMS : McpErrors.LEGACY_RESOURCE_NOT_FOUND;
      Json uri = members.get("uri");
      Json data =
          Json.object(
              out -> {
                out.writeName("uri");
                (uri == null ? Json.NULL : uri).writeTo(out);
              });
      throw new RpcException(new ErrorObject(code, String.valueOf(e.getMessage()), data));
    }
  }

  /** What a client brings back from an earlier round. */
  private static void checkRound(Map<String, Json> members) {
    Json answers = members.get("inputResponses");
    if (answers != null && answers.kind() != Json.Kind.OBJECT) {
      throw invalid("params.inputResponses must be an object");
    }
    if (members.containsKey("requestState")) {
      text(members, "requestState");
    }
  }

  private static void requireDeclared(
      Json request, Terms terms, Back back, Map<String, Json> members) {
    Json method = JsonParts.find(request, "method")[0];
    String name = String.valueOf(method == null ? null : method.stringValue());
    new ServerCall(terms, back, members).requireCapability(name.substring(0, slash(name)));
  }

  private static int slash(String method) {
    int at = method.indexOf('/');
    return at < 0 ? method.length() : at;
  }

  private static boolean isCacheable(String method) {
    return switch (method) {
      case McpMethods.DISCOVER,
          McpMethods.TOOLS_LIST,
          McpMethods.PROMPTS_LIST,
          McpMethods.RESOURCES_LIST,
          McpMethods.RESOURCES_TEMPLATES,
          McpMethods.RESOURCES_READ ->
          true;
      default -> false;
    };
  }

  private Json dispatch(String method, Map<String, Json> params, Terms terms, Back back)
      throws Exception {
    return switch (method) {
      case McpMethods.TOOLS_LIST -> {
        Page page = tools().list(cursor(params));
        yield list("tools", terms instanceof Terms.Legacy ? LegacyTools.of(page) : page);
      }
      case McpMethods.TOOLS_CALL ->
          tools().call(text(params, "name"), arguments(params), call(terms, back, params));
      case McpMethods.PROMPTS_LIST -> list("prompts", prompts().list(cursor(params)));
      case McpMethods.PROMPTS_GET ->
          prompts().get(text(params, "name"), arguments(params), call(terms, back, params));
      case McpMethods.RESOURCES_LIST -> list("resources", resources().list(cursor(params)));
      case McpMethods.RESOURCES_TEMPLATES ->
          list("resourceTemplates", resources().templates(cursor(params)));
      case McpMethods.RESOURCES_READ ->
          resources().read(text(params, "uri"), call(terms, back, params));
      case McpMethods.COMPLETE -> {
        Json completion =
            offer.completions().orElseThrow(McpServer::notFound).complete(Results.object(params));
        yield Results.object(Map.of("completion", completion));
      }
      default ->
          switch (terms) {
            case Terms.Modern _ -> modern(method);
            case Terms.Legacy(LegacyClient client) -> legacy(method, params, client);
          };
    };
  }

  private Json modern(String method) {
    if (method.equals(McpMethods.DISCOVER)) {
      return offer.discovered();
    }
    throw notFound();
  }

  private Json legacy(String method, Map<String, Json> params, LegacyClient client) {
    switch (method) {
      case McpMethods.PING -> {}
      case McpMethods.SET_LEVEL -> {
        String level = text(params, "level");
        if (!offer.logging()) {
          throw notFound();
        }
        if (!LogLevels.isOne(level)) {
          throw invalid("unknown log level: " + level);
        }
        client.logLevel(level);
      }
      case McpMethods.RESOURCES_SUBSCRIBE -> {
        resources();
        if (!client.resources().add(text(params, "uri"))) {
          throw invalid("too many subscriptions");
        }
      }
      case McpMethods.RESOURCES_UNSUBSCRIBE -> {
        resources();
        client.resources().remove(text(params, "uri"));
      }
      default -> throw notFound();
    }
    return Json.EMPTY_OBJECT;
  }

  private ServedTools tools() {
    return offer.tools().orElseThrow(McpServer::notFound);
  }

  private ServedPrompts prompts() {
    return offer.prompts().orElseThrow(McpServer::notFound);
  }

  private ServedResources resources() {
    return offer.resources().orElseThrow(McpServer::notFound);
  }

  private static ServerCall call(Terms terms, Back back, Map<String, Json> params) {
    return new ServerCall(terms, back, params);
  }

  private static Json list(String name, Page page) {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart(name);
          page.items().forEach(it -> it.writeTo(out));
          out.writeEndArray();
          page.next().ifPresent(it -> out.writeStringProperty("nextCursor", it));
        });
  }

  private static Optional<String> cursor(Map<String, Json> params) {
    return params.containsKey("cursor") ? Optional.of(text(params, "cursor")) : Optional.empty();
  }

  private static Json arguments(Map<String, Json> params) {
    Json arguments = params.get("arguments");
    if (arguments == null || arguments.kind() == Json.Kind.NULL) {
      return Json.EMPTY_OBJECT;
    }
    if (arguments.kind() != Json.Kind.OBJECT) {
      throw invalid("params.arguments must be an object");
    }
    return arguments;
  }

  static String text(Map<String, Json> params, String name) {
    Json value = params.get(name);
    String text = value == null ? null : value.stringValue();
    if (text == null) {
      throw invalid("params." + name + " must be a string");
    }
    return text;
  }

  static Map<String, Json> members(@Nullable Json params) {
    if (params == null || params.kind() == Json.Kind.NULL) {
      return Map.of();
    }
    if (params.kind() != Json.Kind.OBJECT) {
      throw invalid("params must be an object");
    }
    return JsonParts.members(params);
  }

  static RpcException invalid(String sentence) {
    return new RpcException(ErrorObject.INVALID_PARAMS, sentence);
  }

  static RpcException notFound() {
    return new RpcException(ErrorObject.METHOD_NOT_FOUND, "Method not found");
  }

  /** Collects what is served; used by one thread. */
  public static final class Builder {
    private final Implementation info;
    private String instructions = "";
    private Optional<ServedTools> tools = Optional.empty();
    private Optional<ServedPrompts> prompts = Optional.empty();
    private Optional<ServedResources> resources = Optional.empty();
    private Optional<ServedCompletions> completions = Optional.empty();
    private boolean logging;
    private Duration keep = Duration.ZERO;

    private Builder(Implementation info) {
      this.info = info;
    }

    /** What a model should know of the server. */
    public Builder instructions(String value) {
      instructions = value;
      return this;
    }

    public Builder tools(ServedTools value) {
      tools = Optional.of(value);
      return this;
    }

    public Builder prompts(ServedPrompts value) {
      prompts = Optional.of(value);
      return this;
    }

    public Builder resources(ServedResources value) {
      resources = Optional.of(value);
      return this;
    }

    public Builder completions(ServedCompletions value) {
      completions = Optional.of(value);
      return this;
    }

    /** That log messages may be sent. */
    public Builder logging() {
      logging = true;
      return this;
    }

    /** How long clients may keep lists without asking again; not at all if not given. */
    public Builder keepLists(Duration value) {
      keep = value;
      return this;
    }

    public McpServer build() {
      return new McpServer(
          new Offer(
              info,
              instructions,
              tools,
              prompts,
              resources,
              completions,
              logging,
              keep.toMillis()));
    }
  }
}
