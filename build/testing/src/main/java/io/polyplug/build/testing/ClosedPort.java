package io.polyplug.build.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of this machine that refuses whoever connects, until it is closed. A port that merely was
 * free a moment ago may be a server of another test by now; this one is taken, and nobody listens.
 */
public final class ClosedPort implements AutoCloseable {
  private final Socket taken = new Socket();

  public ClosedPort() throws IOException {
    taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /** Which port it is. */
  public int number() {
    return taken.getLocalPort();
  }

  @Override
  public void close() {
    try {
      taken.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
