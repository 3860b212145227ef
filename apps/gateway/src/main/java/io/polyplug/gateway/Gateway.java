package io.polyplug.gateway;

import io.polyplug.host.PluginHost;
import io.polyplug.mcp.protocol.Implementation;
import io.polyplug.mcp.server.McpServer;
import io.polyplug.mcp.server.StreamServer;
import io.polyplug.wire.Transport;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Every tool of every enabled plugin of a host as one MCP server. Looks for plugins that come and
 * go every few seconds. Safe from any thread; closing it ends its clients and leaves the host to
 * who made it.
 */
public final class Gateway implements AutoCloseable {
  /** Names of tools that are not offered, by bab's contract (section 17). */
  private static final String NOT_WANTED = "BAB_DISABLED_TOOLS";

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  private final PluginHost host;
  private final CatalogKeeper catalog;
  private final McpServer server;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Consumer<String> problems;

  /**
   * Over this host. Throws a failure of the configuration if the environment sets something for
   * delegates, of which there are some, that cannot be.
   *
   * @param version what the gateway says of itself
   * @param environment that of this process
   * @param only globs for the names of tools; empty for all
   * @param problems told in one sentence each what keeps a plugin's tools from being offered
   */
  public Gateway(
      PluginHost host,
      String version,
      Map<String, String> environment,
      List<String> only,
      Consumer<String> problems) {
    this.host = host;
    this.problems = problems;
    Predicate<String> wanted = wanted(only, environment);
    OwnTools own = new DelegateTools(host, environment, version, wanted);
    LateServer late = new LateServer();
    this.catalog = new CatalogKeeper(host, wanted, problems, late::toolsChanged);
    GatewayTools tools = new GatewayTools(catalog, own);
    this.server =
        McpServer.named(new Implementation("polyplug", "Polyplug", version))
            .instructions("Tools of plugins that Polyplug runs.")
            .tools(tools)
            .prompts(tools.prompts())
            .build();
    late.server = server;
    Thread.ofVirtual().name("gateway-look").start(this::keepLooking);
  }

  /** The catalogue may hear of a change before there is a server to tell. */
  private static final class LateServer {
    private volatile @Nullable McpServer server;

    void toolsChanged() {
      McpServer made = server;
      if (made != null) {
        made.changes().tools();
        made.changes().prompts();
      }
    }
  }

  private static Predicate<String> wanted(List<String> globs, Map<String, String> environment) {
    List<PathMatcher> matchers =
        globs.stream().map(it -> FileSystems.getDefault().getPathMatcher("glob:" + it)).toList();
    Set<String> not =
        Arrays.stream(environment.getOrDefault(NOT_WANTED, "").split(",", -1))
            .map(it -> it.strip().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    return name ->
        !not.contains(name.toLowerCase(Locale.ROOT))
            && (matchers.isEmpty() || matchers.stream().anyMatch(it -> it.matches(Path.of(name))));
  }

  private void keepLooking() {
    try {
      while (!closing.await(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    try {
      host.refresh();
      catalog.look();
    } catch (RuntimeException e) {
      problems.accept("the configuration is wrong now and was not read again: " + e.getMessage());
    }
  }

  /** Serves one client over lines, such as our own standard streams; ends with the transport. */
  public StreamServer serve(Transport transport) {
    return StreamServer.over(transport, server);
  }

  /**
   * Serves clients over HTTP on loopback until the gateway is closed.
   *
   * @param port 0 for any that is free
   * @param token what clients must send; empty to let in every program of this machine
   */
  public HttpGateway serveHttp(int port, Optional<String> token) throws IOException {
    return new HttpGateway(new HttpDoor(server, port, token));
  }

  @Override
  public void close() {
    closing.countDown();
    catalog.close();
  }

  /** An open address. */
  public static final class HttpGateway implements AutoCloseable {
    private final HttpDoor door;

    private HttpGateway(HttpDoor door) {
      this.door = door;
    }

    /** Where clients find it. */
    public String url() {
      return "http://127.0.0.1:" + door.port() + HttpDoor.PATH;
    }

    @Override
    public void close() {
      door.close();
    }
  }
}
