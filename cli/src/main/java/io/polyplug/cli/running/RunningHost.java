package io.polyplug.cli.running;

import io.polyplug.host.LogBook;
import io.polyplug.host.config.DisabledPlugins;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Serves a host to the same user's commands over a socket. Each client has a conversation of its
 * own and can hold up nobody else; one that goes away takes its calls and streams with it. The host
 * is the caller's and is not closed here.
 */
public final class RunningHost implements AutoCloseable {
  /** A client beyond is told so and turned away. */
  static final int MOST_CLIENTS = 128;

  private static final long PAUSE_NANOS = 20_000_000;

  /**
   * What is served.
   *
   * @param files the configuration files, as read at the start
   * @param folders the folders that were named for this host
   * @param stop run once when a client asks the host to end
   */
  public record Served(
      String version,
      Instant since,
      LocalView view,
      LogBook logs,
      DisabledPlugins disabled,
      List<Path> files,
      List<Path> folders,
      Runnable stop) {}

  private final RunFolder folder;
  private final Served served;
  private final ServerSocketChannel listening;
  private final Set<Client> clients = ConcurrentHashMap.newKeySet();
  private final Set<TurnedAway> turnedAway = ConcurrentHashMap.newKeySet();

  private RunningHost(RunFolder folder, Served served, ServerSocketChannel listening) {
    this.folder = folder;
    this.served = served;
    this.listening = listening;
  }

  /** Listens; the caller holds the {@link UpLock} of the folder. */
  public static RunningHost listen(RunFolder folder, Served served) {
    try {
      ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        // Bound under another name first: whoever finds the socket may use it at once.
        Path fresh = folder.path().resolve("up.new");
        Files.deleteIfExists(fresh);
        listening.bind(UnixDomainSocketAddress.of(fresh), MOST_CLIENTS);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
        Files.move(fresh, folder.socket());
      } catch (IOException | RuntimeException e) {
        listening.close();
        throw e;
      }
      RunningHost host = new RunningHost(folder, served, listening);
      Thread.ofPlatform().daemon().name("polyplug-up").start(host::accept);
      return host;
    } catch (IOException e) {
      throw new RunningProblem(
          "socket", "The socket %s cannot be made: %s".formatted(folder.socket(), e.getMessage()));
    }
  }

  private void accept() {
    while (listening.isOpen()) {
      try {
        SocketChannel channel = listening.accept();
        if (clients.size() >= MOST_CLIENTS) {
          turnAway(channel);
        } else {
          Client client = new Client(served, clients::remove);
          clients.add(client);
          client.start(channel);
        }
      } catch (IOException e) {
        // One client less, or the end of the listening, which the loop sees. Where there are no
        // descriptors left, asking again at once would only burn time.
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** A flood gets no answer: what tells it so must be bounded too. */
  private void turnAway(SocketChannel channel) throws IOException {
    if (turnedAway.size() >= MOST_CLIENTS) {
      channel.close();
      return;
    }
    TurnedAway full = new TurnedAway(turnedAway::remove);
    turnedAway.add(full);
    full.start(channel);
  }

  /** Takes no more clients, and leaves no socket for them to find. */
  public void stopListening() {
    try {
      Files.deleteIfExists(folder.socket());
      listening.close();
    } catch (IOException e) {
      // Whoever comes next finds a dead socket and removes it.
    }
  }

  /** Ends every conversation. */
  @Override
  public void close() {
    stopListening();
    clients.forEach(Client::close);
    turnedAway.forEach(TurnedAway::close);
  }
}
