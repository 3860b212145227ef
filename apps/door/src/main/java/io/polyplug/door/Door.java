package io.polyplug.door;

import io.polyplug.base.Clock;
import java.io.IOException;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * An address that a service is reached by. Every request is judged before anything of it is read.
 * Handlers run on virtual threads.
 */
public final class Door implements AutoCloseable {
  private final DoorServer server;
  private final ServerConnector connector;

  /** Opens it. */
  public Door(DoorSettings how, DoorService service) throws IOException {
    this.server = new DoorServer(how.name(), how.limits());
    this.connector =
        server.open(
            jetty -> connector(jetty, how.reach()),
            new DoorHandler(
                (request, open) ->
                    new DoorRules(how.reach(), port(request), how.token())
                        .judge(
                            JettyExchange.header(request, "Host"),
                            JettyExchange.header(request, "Origin"),
                            JettyExchange.header(request, "Authorization"),
                            open),
                service,
                new BodyReader(how.limits(), Clock.system())));
  }

  /** Asked of the request: the first one may come before the constructor is through. */
  private static int port(Request request) {
    return ((ServerConnector) request.getConnectionMetaData().getConnector()).getLocalPort();
  }

  private static ServerConnector connector(Server jetty, Reach reach) {
    HttpConfiguration settings = DoorServer.http();
    if (reach.tls().isPresent()) {
      // Under which names we are reached is judged by the rules, and told in their words.
      settings.addCustomizer(new SecureRequestCustomizer(false));
    }
    HttpConnectionFactory http = new HttpConnectionFactory(settings);
    ServerConnector connector =
        reach
            .tls()
            .map(tls -> new ServerConnector(jetty, encrypted(tls, http), http))
            .orElseGet(() -> new ServerConnector(jetty, http));
    connector.setHost(reach.address().getHostAddress());
    connector.setPort(reach.port());
    return connector;
  }

  private static SslConnectionFactory encrypted(DoorTls tls, HttpConnectionFactory http) {
    SslContextFactory.Server context = new SslContextFactory.Server();
    context.setKeyStore(tls.keys());
    context.setKeyStorePassword("");
    return new SslConnectionFactory(context, http.getProtocol());
  }

  /** The port it was opened on. */
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    server.close();
  }
}
