package io.polyplug.gateway;

import io.polyplug.base.Clock;
import io.polyplug.mcp.server.HttpServer;
import io.polyplug.mcp.server.McpServer;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A gateway's address on loopback: {@code /mcp} and nothing else. Every request is judged before
 * anything of it is read. Handlers run on virtual threads.
 */
final class HttpDoor implements AutoCloseable {
  static final String PATH = "/mcp";

  private final Server jetty;
  private final ServerConnector connector;
  private final HttpServer http;

  /**
   * Opens it.
   *
   * @param port 0 for any that is free
   * @param token empty to ask for none
   */
  HttpDoor(McpServer server, int port, Optional<String> token) throws IOException {
    this(server, port, token, DoorLimits.USUAL);
  }

  /** With other limits, for tests. */
  HttpDoor(McpServer server, int port, Optional<String> token, DoorLimits limits)
      throws IOException {
    this.http = new HttpServer(server);
    QueuedThreadPool threads = new QueuedThreadPool(16, 2);
    threads.setName("gateway-http");
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("gateway-call-", 0).factory()));
    this.jetty = new Server(threads);
    HttpConfiguration settings = new HttpConfiguration();
    settings.setSendServerVersion(false);
    settings.setRequestHeaderSize(16 << 10);
    this.connector = new ServerConnector(jetty, new HttpConnectionFactory(settings));
    connector.setHost("127.0.0.1");
    connector.setPort(port);
    connector.setIdleTimeout(limits.silence().toMillis());
    connector.addBean(new NetworkConnectionLimit(limits.connections(), connector));
    connector.addBean(firstRequestSoon(limits));
    jetty.addConnector(connector);
    jetty.setHandler(
        new DoorHandler(this::port, token, http, new BodyReader(limits, Clock.system())));
    try {
      jetty.start();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  /** Ends connections that bring no whole request for long, however busily they drip. */
  private Connection.Listener firstRequestSoon(DoorLimits limits) {
    return new Connection.Listener() {
      @Override
      public void onOpened(Connection connection) {
        connector
            .getScheduler()
            .schedule(
                () -> {
                  if (connection.getMessagesIn() == 0) {
                    connection.close();
                  }
                },
                limits.request().toMillis(),
                TimeUnit.MILLISECONDS);
      }
    };
  }

  int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    http.close();
    try {
      jetty.stop();
    } catch (Exception e) {
      // It is on its way out whatever it says.
    }
  }
}
