package io.polyplug.mcp;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.mcp.protocol.Implementation;
import io.polyplug.mcp.protocol.McpErrors;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.mcp.protocol.McpVersions;
import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Meets a server over one link, in the modern or in the legacy way. Which one to try is the
 * caller's affair.
 */
final class Handshake {
  /** Who this client says it is. */
  static final Implementation CLIENT = new Implementation("polyplug", "Polyplug", "0.1.0");

  private static final int SHOWN = 200;

  /** What a server turned out to be when it was asked in the modern way. */
  sealed interface Era {
    /** It speaks a modern revision that we speak. */
    record Modern(McpServerInfo server) implements Era {}

    /** It wants an {@code initialize} with this version. */
    record Legacy(String version) implements Era {}
  }

  private final String plugin;
  private final McpLink link;
  private final Json capabilities;

  Handshake(String plugin, McpLink link, Json capabilities) {
    this.plugin = plugin;
    this.link = link;
    this.capabilities = capabilities;
  }

  /**
   * Asks in the modern way. Anything but a modern answer tells a legacy server; so does silence.
   * Throws {@link PluginFailure} if the server cannot be asked at all, or speaks no version that we
   * do.
   */
  Era discover(Duration within) {
    return discover(within, false);
  }

  private Era discover(Duration within, boolean again) {
    link.speaking(new McpLink.Speech(McpVersions.MODERN, true));
    RequestMeta meta =
        RequestMeta.modern(McpVersions.MODERN, CLIENT, capabilities, Optional.empty());
    try {
      Json result = ask(McpMethods.DISCOVER, meta.params(Json.EMPTY_OBJECT), within);
      return discovered(result);
    } catch (PluginError answer) {
      Optional<Era> era = refused(answer, again);
      return era.isPresent() ? era.get() : discover(within, true);
    } catch (PluginFailure failure) {
      boolean alive = link.peer().endReason() == null;
      return switch (failure.failure().code()) {
        case TIMEOUT, MALFORMED_RESPONSE -> {
          if (!alive) {
            throw failure;
          }
          yield new Era.Legacy(McpVersions.LEGACY);
        }
        case UNAVAILABLE -> unsent(failure);
        default -> throw failure;
      };
    }
  }

  private Era unsent(PluginFailure failure) {
    return switch (link.refusal()) {
      case NOT_UNDERSTOOD -> new Era.Legacy(McpVersions.LEGACY);
      case UNREACHABLE ->
          throw new PluginFailure(
              new Failure(FailureCode.LAUNCH_FAILED, plugin, failure.failure().message()), failure);
      case UNAUTHORIZED ->
          throw new PluginFailure(
              new Failure(
                  FailureCode.HANDSHAKE_FAILED,
                  plugin,
                  failure.failure().message() + " Give it a token with bearer or headers."),
              failure);
    };
  }

  private Era discovered(Json result) {
    List<String> versions =
        result.kind() == Json.Kind.OBJECT
            ? texts(JsonParts.find(result, "supportedVersions")[0])
            : List.of();
    if (versions.isEmpty()) {
      // Some legacy servers answer anything they do not know with an empty result.
      return new Era.Legacy(McpVersions.LEGACY);
    }
    if (!versions.contains(McpVersions.MODERN)) {
      return new Era.Legacy(legacyOf(versions));
    }
    @Nullable Json[] found =
        JsonParts.find(result, "capabilities", "instructions", MetaKeys.META, "serverInfo");
    Json meta = found[2];
    Json named =
        meta != null && meta.kind() == Json.Kind.OBJECT
            ? JsonParts.find(meta, MetaKeys.SERVER_INFO)[0]
            : null;
    return new Era.Modern(
        new McpServerInfo(
            McpVersions.MODERN,
            Implementation.read(named == null ? found[3] : named),
            object(found[0]),
            text(found[1]),
            result));
  }

  /** Empty if it names the version that it has refused, and so may take it after all. */
  private Optional<Era> refused(PluginError answer, boolean again) {
    int code = McpSession.rpcCode(answer);
    if (!McpErrors.isModern(code)) {
      return Optional.of(new Era.Legacy(McpVersions.LEGACY));
    }
    if (code != McpErrors.UNSUPPORTED_VERSION) {
      throw failed(
          FailureCode.HANDSHAKE_FAILED,
          "it refused to say what it is: " + UntrustedText.excerpt(answer.text(), SHOWN));
    }
    Json data =
        answer
            .data()
            .filter(it -> it.kind() == Json.Kind.OBJECT)
            .map(it -> JsonParts.find(it, "data")[0])
            .orElse(null);
    List<String> supported =
        data != null && data.kind() == Json.Kind.OBJECT
            ? texts(JsonParts.find(data, "supported")[0])
            : List.of();
    return !again && supported.contains(McpVersions.MODERN)
        ? Optional.empty()
        : Optional.of(new Era.Legacy(legacyOf(supported)));
  }

  /** The newest of those that we speak too. */
  private String legacyOf(List<String> versions) {
    return McpVersions.ALL_LEGACY.stream()
        .filter(versions::contains)
        .findFirst()
        .orElseThrow(
            () ->
                failed(
                    FailureCode.PROTOCOL_VERSION_MISMATCH,
                    "it speaks "
                        + UntrustedText.excerpt(String.join(", ", versions), SHOWN)
                        + " and this host "
                        + String.join(", ", McpVersions.ALL)));
  }

  /** Greets a legacy server and says so when it has answered. */
  McpServerInfo initialize(String version, Duration within) {
    link.speaking(new McpLink.Speech("", false));
    Json params =
        Json.object(
            out -> {
              out.writeStringProperty("protocolVersion", version);
              out.writeName("capabilities");
              capabilities.writeTo(out);
              out.writeName("clientInfo");
              CLIENT.toJson().writeTo(out);
            });
    McpServerInfo server;
    try {
      server = initialized(ask(McpMethods.INITIALIZE, params, within));
    } catch (PluginError refused) {
      throw new PluginFailure(
          new Failure(
              FailureCode.HANDSHAKE_FAILED,
              plugin,
              "initialize was answered with an error: "
                  + UntrustedText.excerpt(refused.text(), SHOWN)),
          refused);
    } catch (PluginFailure failure) {
      throw unanswered(failure, within);
    }
    link.speaking(new McpLink.Speech(server.version(), false));
    link.peer().notify(McpMethods.INITIALIZED, null);
    link.met(false);
    return server;
  }

  private McpServerInfo initialized(Json result) {
    if (result.kind() != Json.Kind.OBJECT) {
      throw failed(FailureCode.HANDSHAKE_FAILED, "its reply to initialize is no object");
    }
    @Nullable Json[] found =
        JsonParts.find(result, "protocolVersion", "capabilities", "serverInfo", "instructions");
    String version = text(found[0]).orElse("");
    if (!McpVersions.ALL_LEGACY.contains(version)) {
      throw failed(
          FailureCode.PROTOCOL_VERSION_MISMATCH,
          "it answered initialize with version \""
              + UntrustedText.excerpt(version, SHOWN)
              + "\" and this host speaks "
              + String.join(", ", McpVersions.ALL_LEGACY));
    }
    return new McpServerInfo(
        version, Implementation.read(found[2]), object(found[1]), text(found[3]), result);
  }

  private PluginFailure unanswered(PluginFailure failure, Duration within) {
    Failure why = failure.failure();
    return switch (why.code()) {
      case TIMEOUT ->
          new PluginFailure(
              new Failure(
                  FailureCode.TIMEOUT,
                  plugin,
                  "it did not answer initialize within " + within.toMillis() + " ms",
                  link.lastWords()),
              failure);
      case CRASHED ->
          new PluginFailure(
              new Failure(
                  FailureCode.HANDSHAKE_FAILED,
                  plugin,
                  why.message() + " before it answered initialize",
                  why.stderr()),
              failure);
      case UNAVAILABLE ->
          new PluginFailure(
              new Failure(FailureCode.HANDSHAKE_FAILED, plugin, why.message() + link.hint()),
              failure);
      default -> failure;
    };
  }

  /** Nothing is cancelled here: one that does not know the request knows no cancelling either. */
  private Json ask(String method, Json params, Duration within) {
    return link.replies()
        .await(
            link.peer()
                .call(
                    method,
                    params,
                    CallOptions.within(within).onTimeout(Dialect.OnTimeout.FORGET)));
  }

  private PluginFailure failed(FailureCode code, String message) {
    return new Failure(code, plugin, message, link.lastWords()).thrown();
  }

  private static Json object(@Nullable Json value) {
    return value == null || value.kind() != Json.Kind.OBJECT ? Json.EMPTY_OBJECT : value;
  }

  private static Optional<String> text(@Nullable Json value) {
    return Optional.ofNullable(value == null ? null : value.stringValue());
  }

  private static List<String> texts(@Nullable Json value) {
    return value == null || value.kind() != Json.Kind.ARRAY
        ? List.of()
        : JsonParts.elements(value).stream()
            .map(Json::stringValue)
            .filter(Objects::nonNull)
            .map(Objects::requireNonNull)
            .toList();
  }
}
