package io.polyplug.mcp;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.Replies;
import io.polyplug.host.config.SecretText;
import io.polyplug.host.config.VariableText;
import io.polyplug.mcp.http.HttpSpeech;
import io.polyplug.mcp.http.StreamableHttp;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.mcp.protocol.ToolHeaders;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.HttpEndpoint;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerListener;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A server that is a service and not ours: it is neither started nor killed. Requests fail one by
 * one; the connection as such ends only when it is closed.
 */
final class HttpLink implements McpLink {
  private static final Duration FAREWELL = Duration.ofSeconds(2);
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;

  private final String plugin;
  private final StreamableHttp transport;
  private final Peer peer;
  private final CompletableFuture<Failure> gone = new CompletableFuture<>();

  private HttpLink(
      String plugin, StreamableHttp transport, InstanceContext context, ServerInbox inbox) {
    this.plugin = plugin;
    this.transport = transport;
    this.peer =
        inbox
            .attach(Peer.over(transport, McpDialect.HTTP_CLIENT))
            .clock(context.clock())
            .listener(
                new PeerListener() {
                  @Override
                  public void ended(EndReason reason) {
                    gone.complete(failure(FailureCode.UNAVAILABLE, "the connection was closed"));
                  }
                })
            .start();
  }

  static HttpLink open(
      McpPlugin plugin, McpWire.Http wire, InstanceContext context, ServerInbox inbox) {
    return new HttpLink(
        plugin.id(),
        new StreamableHttp(endpoint(plugin, wire), context.clock(), inbox.notices()::warn),
        context,
        inbox);
  }

  /**
   * With its secrets; throws {@code invalid_configuration} if there is none, or not all of them.
   */
  static HttpEndpoint endpoint(McpPlugin plugin, McpWire.Http wire) {
    Map<String, String> headers =
        new LinkedHashMap<>(SecretValues.resolve(wire.headers(), "its header", plugin.id()));
    wire.bearer()
        .ifPresent(
            secret ->
                headers.put(
                    "Authorization",
                    "Bearer " + SecretValues.resolve(secret, "its bearer token", plugin.id())));
    try {
      return HttpEndpoint.at(url(plugin, wire))
          .headers(headers)
          .maxOutbound(McpDialect.MAX_MESSAGE)
          .maxReply(McpDialect.MAX_MESSAGE)
          .maxEvent(McpDialect.MAX_MESSAGE)
          .build();
    } catch (IllegalArgumentException e) {
      throw new PluginFailure(
          new Failure(
              FailureCode.INVALID_CONFIGURATION, plugin.id(), String.valueOf(e.getMessage())),
          e);
    }
  }

  private static URI url(McpPlugin plugin, McpWire.Http wire) {
    String text =
        wire.filled()
            ? SecretValues.resolve(
                new SecretText.Filled(new VariableText(wire.url())), "its url", plugin.id())
            : wire.url();
    return McpBinding.url(text, wire.insecure())
        .orElseThrow(() -> new IllegalArgumentException("url: " + McpBinding.EXPECTED_URL));
  }

  /** Without its query, which may hold a secret. */
  static String shown(McpWire.Http wire) {
    return wire.url().split("[?#]", 2)[0];
  }

  @Override
  public Peer peer() {
    return peer;
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  @Override
  public CompletionStage<Failure> gone() {
    return gone;
  }

  @Override
  public Replies replies() {
    return new Replies(
        plugin,
        McpSession.ERROR_PREFIX,
        FailureCode.UNAVAILABLE,
        () -> failure(FailureCode.UNAVAILABLE, "the connection was closed"));
  }

  @Override
  public List<String> lastWords() {
    return List.of();
  }

  @Override
  public Refusal refusal() {
    return switch (transport.refusedWith()) {
      case 0 -> Refusal.UNREACHABLE;
      case UNAUTHORIZED, FORBIDDEN -> Refusal.UNAUTHORIZED;
      default -> Refusal.NOT_UNDERSTOOD;
    };
  }

  @Override
  public String hint() {
    return switch (transport.refusedWith()) {
      case NOT_FOUND, NOT_ALLOWED ->
          " There is no streamable HTTP at this address: look for another (often /mcp); the older"
              + " HTTP+SSE transport is not spoken.";
      default -> "";
    };
  }

  @Override
  public void speaking(Speech speech) {
    transport.speech(new HttpSpeech(speech.version(), speech.modern()));
  }

  @Override
  public void met(boolean modern) {
    if (!modern) {
      var _ = transport.openEvents();
    }
  }

  @Override
  public boolean needsTools() {
    return true;
  }

  @Override
  public void tools(Function<String, ToolHeaders> marked) {
    transport.tools(marked);
  }

  @Override
  public boolean isForgotten() {
    return transport.isForgotten();
  }

  @Override
  public void drop() {
    close();
  }

  @Override
  public void close() {
    gone.complete(failure(FailureCode.UNAVAILABLE, "the connection was closed"));
    transport.endSession(FAREWELL);
    peer.close();
  }

  private Failure failure(FailureCode code, String message) {
    return new Failure(code, plugin, message);
  }
}
