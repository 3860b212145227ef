package io.polyplug.door;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** What is the same behind every door, however it is reached. Handlers run on virtual threads. */
final class DoorServer implements AutoCloseable {
  private static final int LARGEST_HEADERS = 16 << 10;

  private final Server jetty;
  private final DoorLimits limits;

  DoorServer(String name, DoorLimits limits) {
    QueuedThreadPool threads = new QueuedThreadPool(16, 2);
    threads.setName(name + "-http");
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name + "-call-", 0).factory()));
    this.jetty = new Server(threads);
    this.limits = limits;
  }

  static HttpConfiguration http() {
    HttpConfiguration settings = new HttpConfiguration();
    settings.setSendServerVersion(false);
    settings.setRequestHeaderSize(LARGEST_HEADERS);
    return settings;
  }

  /** Opens it, once. */
  <C extends AbstractConnector> C open(Function<Server, C> where, DoorHandler handler)
      throws IOException {
    C connector = where.apply(jetty);
    connector.setIdleTimeout(limits.silence().toMillis());
    connector.addBean(new NetworkConnectionLimit(limits.connections(), connector));
    connector.addBean(firstRequestSoon(connector));
    jetty.addConnector(connector);
    jetty.setHandler(handler);
    try {
      jetty.start();
      return connector;
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  /** Ends connections that bring no whole request for long, however busily they drip. */
  private Connection.Listener firstRequestSoon(AbstractConnector connector) {
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

  @Override
  public void close() {
    try {
      jetty.stop();
    } catch (Exception e) {
      // It is on its way out whatever it says.
    }
  }
}
