package io.polyplug.workbench.api;

import io.polyplug.base.Clock;
import io.polyplug.door.Exchange;
import io.polyplug.door.Refused;
import io.polyplug.host.flight.Redaction;
import io.polyplug.workbench.Served;
import io.polyplug.workbench.metrics.Meters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** All routes below {@code /api}. Safe from any thread; closing ends every event stream. */
public final class Api implements AutoCloseable {
  private final Routes routes;
  private final List<AutoCloseable> parts;

  private Api(Routes routes, List<AutoCloseable> parts) {
    this.routes = routes;
    this.parts = parts;
  }

  /** The routes over what is served. */
  public static Api of(Served served, Clock clock) {
    Routes.Builder routes = new Routes.Builder();
    List<AutoCloseable> parts = new ArrayList<>();
    Feeds feeds = new Feeds(clock);
    parts.add(feeds);
    new HostRoutes(served, feeds).addTo(routes);
    IconRoutes icons = new IconRoutes(served);
    icons.addTo(routes);
    new PluginRoutes(served, new PluginJson(served, icons)).addTo(routes);
    new SettingRoutes(served).addTo(routes);
    new ManifestRoutes(served).addTo(routes);
    new StorageRoutes(served).addTo(routes);
    Redaction redaction = Redaction.of(System.getenv());
    new EventRoutes(served, feeds, redaction).addTo(routes);
    new FrameRoutes(served, clock, redaction).addTo(routes);
    new ReplayRoutes(served, clock).addTo(routes);
    new BusRoutes(served).addTo(routes);
    parts.add(new ScreenRoutes(served, feeds).addTo(routes));
    parts.add(new PackageRoutes(served, feeds).addTo(routes));
    new LogRoutes(served).addTo(routes);
    Meters meters = new Meters(served.host(), clock);
    parts.add(meters);
    new MetricRoutes(served, meters).addTo(routes);
    new ToolRoutes(served).addTo(routes);
    Underway<Underway.Entry> calls = new Underway<>("calls and streams");
    parts.add(new CallRoutes(served, clock, calls).addTo(routes));
    new StreamRoutes(served, feeds, calls).addTo(routes);
    parts.add(new ChannelRoutes(served, feeds).addTo(routes));
    new OauthRoutes(clock).addTo(routes);
    // The last one: it tells of all the others.
    return new Api(new OpenApi(served.version()).addTo(routes), parts);
  }

  /** Whether a path is of the API, and so for those who know the token. */
  public static boolean owns(String path) {
    return path.equals("/api") || path.startsWith("/api/") || path.equals("/metrics");
  }

  /** All routes, as {@code GET /api/host}. */
  List<String> routes() {
    return routes.all();
  }

  /** Answers one request. */
  public void serve(Exchange exchange) throws IOException, Refused {
    routes.serve(exchange);
  }

  @Override
  public void close() {
    for (AutoCloseable part : parts.reversed()) {
      try {
        part.close();
      } catch (Exception e) {
        // What cannot be closed in its own bounded time ends with its browser.
        Thread.currentThread().isInterrupted();
      }
    }
  }
}
