package io.polyplug.mcp;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.PeerNotices;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Answers what a server asks of its host: as a request of its own if it is a legacy one, as a part
 * of a result if it is modern. Safe from any thread.
 */
final class ClientFeatures {
  /** Of how many methods it is told, once each, that they were refused. */
  private static final int MOST_TOLD = 16;

  private final String plugin;
  private final McpHooks hooks;
  private final List<Root> roots;
  private final PeerNotices notices;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  ClientFeatures(String plugin, McpHooks hooks, List<Root> roots, PeerNotices notices) {
    this.plugin = plugin;
    this.hooks = hooks;
    this.roots = List.copyOf(roots);
    this.notices = notices;
  }

  private boolean hasRoots() {
    return hooks.roots().isPresent() || !roots.isEmpty();
  }

  /** What is declared to the server. */
  Json capabilities() {
    return Json.object(
        out -> {
          if (hasRoots()) {
            out.writeName("roots");
            out.writeStartObject();
            out.writeEndObject();
          }
          if (hooks.sampling().isPresent()) {
            out.writeName("sampling");
            flags(out, Map.of("tools", hooks.features().contains(McpHooks.Feature.SAMPLING_TOOLS)));
          }
          if (hooks.elicitation().isPresent()) {
            out.writeName("elicitation");
            out.writeStartObject();
            out.writeName("form");
            flags(out, Map.of());
            if (hooks.features().contains(McpHooks.Feature.ELICITATION_URLS)) {
              out.writeName("url");
              flags(out, Map.of());
            }
            out.writeEndObject();
          }
        });
  }

  private static void flags(JsonGenerator out, Map<String, Boolean> parts) {
    out.writeStartObject();
    parts.forEach(
        (name, there) -> {
          if (there) {
            out.writeName(name);
            out.writeStartObject();
            out.writeEndObject();
          }
        });
    out.writeEndObject();
  }

  /** The answer; throws {@link RpcException} for what is refused. */
  Json answer(String method, Json params) throws InterruptedException {
    return switch (method) {
      case McpMethods.ROOTS_LIST -> roots();
      case McpMethods.SAMPLE -> sample(params);
      case McpMethods.ELICIT -> elicit(params);
      default -> throw refused(method, "this host does not know it");
    };
  }

  private Json roots() throws InterruptedException {
    if (!hasRoots()) {
      throw refused(McpMethods.ROOTS_LIST, "no roots are configured for it");
    }
    List<Root> all = hooks.roots().isPresent() ? hooks.roots().get().roots(plugin) : roots;
    return Json.object(
        out -> {
          out.writeName("roots");
          out.writeStartArray();
          all.forEach(root -> root.toJson().writeTo(out));
          out.writeEndArray();
        });
  }

  private Json sample(Json params) throws InterruptedException {
    McpHooks.Sampling hook = hooks.sampling().orElse(null);
    if (hook == null) {
      throw refused(McpMethods.SAMPLE, "this host has no language model");
    }
    @Nullable Json[] tools =
        params.kind() == Json.Kind.OBJECT
            ? JsonParts.find(params, "tools", "toolChoice")
            : new @Nullable Json[2];
    if ((tools[0] != null || tools[1] != null)
        && !hooks.features().contains(McpHooks.Feature.SAMPLING_TOOLS)) {
      throw new RpcException(
          ErrorObject.INVALID_PARAMS, "sampling with tools was not declared by this client");
    }
    return hook.createMessage(plugin, params);
  }

  private Json elicit(Json params) throws InterruptedException {
    McpHooks.Elicitation hook = hooks.elicitation().orElse(null);
    if (hook == null) {
      throw refused(McpMethods.ELICIT, "nobody can be asked here");
    }
    ElicitRequest request = ElicitRequest.read(params);
    if (request.mode() == ElicitRequest.Mode.URL
        && !hooks.features().contains(McpHooks.Feature.ELICITATION_URLS)) {
      throw new RpcException(
          ErrorObject.INVALID_PARAMS, "elicitation by url was not declared by this client");
    }
    return hook.elicit(plugin, request).toJson();
  }

  private RpcException refused(String method, String why) {
    String shown = UntrustedText.excerpt(method, 100);
    // A server may ask all day; its names for things are as many as it likes.
    if (told.size() < MOST_TOLD && told.add(shown)) {
      notices.warn("It asked for " + shown + " and was refused: " + why + ".");
    }
    return new RpcException(ErrorObject.METHOD_NOT_FOUND, shown + ": " + why);
  }
}
