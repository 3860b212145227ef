package io.polyplug.gateway;

import io.polyplug.mcp.protocol.ToolHeaders;
import io.polyplug.mcp.server.Page;
import io.polyplug.mcp.server.ServedPrompts;
import io.polyplug.mcp.server.ServedTools;
import io.polyplug.mcp.server.ServerCall;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The tools of all plugins, and those of the gateway itself, to an MCP client. */
final class GatewayTools implements ServedTools {
  /** How long the first list waits for plugins that are starting. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private final CatalogKeeper catalog;
  private final OwnTools own;

  GatewayTools(CatalogKeeper catalog, OwnTools own) {
    this.catalog = catalog;
    this.own = own;
  }

  @Override
  public Page list(Optional<String> cursor) throws InterruptedException {
    if (cursor.isPresent()) {
      throw new RpcException(ErrorObject.INVALID_PARAMS, "there is no such cursor");
    }
    return Page.all(described());
  }

  private List<Json> described() throws InterruptedException {
    List<Json> all = new ArrayList<>();
    Catalog now = catalog.await(LONGEST_WAIT);
    own.described().forEach(all::add);
    all.addAll(now.described());
    return all;
  }

  @Override
  public Json call(String name, Json arguments, ServerCall call) throws Exception {
    Optional<Json> answered = own.call(name, arguments);
    if (answered.isPresent()) {
      return answered.get();
    }
    Offered offered = catalog.now().find(name);
    if (offered == null) {
      offered = catalog.await(LONGEST_WAIT).find(name);
    }
    if (offered == null) {
      throw new RpcException(ErrorObject.INVALID_PARAMS, "Unknown tool: " + name);
    }
    return ToolCaller.call(offered, arguments, call);
  }

  @Override
  public ToolHeaders headers(String name) {
    Offered offered = catalog.now().find(name);
    return offered == null ? ToolHeaders.NONE : offered.headers();
  }

  static Json member(Json object, String name) {
    return Objects.requireNonNull(JsonParts.find(object, name)[0]);
  }

  /** One prompt for each tool, that asks the model to use it. */
  ServedPrompts prompts() {
    return new ServedPrompts() {
      @Override
      public Page list(Optional<String> cursor) throws Exception {
        return Page.all(
            GatewayTools.this.list(cursor).items().stream().map(ToolPrompts::of).toList());
      }

      @Override
      public Json get(String name, Json arguments, ServerCall call) throws Exception {
        for (Json tool : described()) {
          if (name.equals(member(tool, "name").stringValue())) {
            return ToolPrompts.get(name, arguments);
          }
        }
        throw new RpcException(ErrorObject.INVALID_PARAMS, "Unknown prompt: " + name);
      }
    };
  }
}
