package io.polyplug.door;

import io.polyplug.base.Clock;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * An address that a service is reached by. Every request is judged before anything of it is read.
 * Handlers run on virtual threads.
 */
public final class Door implements AutoCloseable {
  private final Server jetty;
  private final ServerConnector connector;

  /** Opens it. */
  public Door(DoorSettings how, DoorService service) throws IOException {
    DoorLimits limits = how.limits();
    QueuedThreadPool threads = new QueuedThreadPool(16, 2);
    threads.setName(how.name() + "-http");
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name(how.name() + "-call-", 0).factory()));
    this.jetty = new Server(threads);
    HttpConfiguration settings = new HttpConfiguration();
    settings.setSendServerVersion(false);
    settings.setRequestHeaderSize(16 << 10);
    if (how.reach().tls().isPresent()) {
      // Under which names we are reached is judged by the rules, and told in their words.
      settings.addCustomizer(new SecureRequestCustomizer(false));
    }
    HttpConnectionFactory http = new HttpConnectionFactory(settings);
    this.connector =
        how.reach()
            .tls()
            .map(tls -> new ServerConnector(jetty, encrypted(tls, http), http))
            .orElseGet(() -> new ServerConnector(jetty, http));
    connector.setHost(how.reach().address().getHostAddress());
    connector.setPort(how.reach().port());
    connector.setIdleTimeout(limits.silence().toMillis());
    connector.addBean(new NetworkConnectionLimit(limits.connections(), connector));
    connector.addBean(firstRequestSoon(limits));
    jetty.addConnector(connector);
    jetty.setHandler(
        new DoorHandler(how, this::port, service, new BodyReader(limits, Clock.system())));
    try {
      jetty.start();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static SslConnectionFactory encrypted(DoorTls tls, HttpConnectionFactory http) {
    SslContextFactory.Server context = new SslContextFactory.Server();
    context.setKeyStore(tls.keys());
    context.setKeyStorePassword("");
    return new SslConnectionFactory(context, http.getProtocol());
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

  /** The port it was opened on. */
  public int port() {
    return connector.getLocalPort();
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
