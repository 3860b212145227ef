package io.polyplug.door;

import io.polyplug.base.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;

/**
 * A socket in the file system that a service is reached by. Who may come in is for the folder to
 * say that it lies in: nobody is asked for a token. Handlers run on virtual threads.
 */
public final class LocalDoor implements AutoCloseable {
  private final DoorServer server;

  /**
   * Opens it.
   *
   * @param name what its threads are called by
   * @param socket in a folder that only those can enter who may use it; nothing is there yet
   */
  public LocalDoor(String name, Path socket, DoorLimits limits, DoorService service)
      throws IOException {
    this.server = new DoorServer(name, limits);
    server.open(
        jetty -> connector(jetty, socket),
        new DoorHandler(LocalDoor::refusal, service, new BodyReader(limits, Clock.system())));
  }

  private static UnixDomainServerConnector connector(Server jetty, Path socket) {
    UnixDomainServerConnector connector =
        new UnixDomainServerConnector(jetty, new HttpConnectionFactory(DoorServer.http()));
    connector.setUnixDomainPath(socket);
    return connector;
  }

  /** No page comes here, so whatever says that it is one is something else. */
  private static Optional<DoorRules.Refusal> refusal(Request request, boolean open) {
    return JettyExchange.header(request, "Origin").isPresent()
        ? Optional.of(new DoorRules.Refusal(403, "this door is not for pages"))
        : Optional.empty();
  }

  /** Ends it; the socket is gone then. */
  @Override
  public void close() {
    server.close();
  }
}
