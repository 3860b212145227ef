package io.polyplug.wire;

import io.polyplug.base.Clock;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Locale;

/**
 * POSTs without TLS and without a proxy, for virtual threads: they block and are ended by an
 * interrupt or by {@link #close}. Safe from any thread.
 *
 * <p>They are our own because the JDK's client keeps the connection of an HTTP/1.0 answer for the
 * next request although that server is about to close it, and a POST lost that way cannot be told
 * from one that was carried out. For the same reason none is ever sent twice.
 */
final class PlainPosts implements AutoCloseable {
  private final String headers;
  private final PlainConnections connections;

  PlainPosts(HttpEndpoint endpoint, Clock clock) {
    headers = headers(endpoint);
    connections = new PlainConnections(new PlainDialer(endpoint), clock);
  }

  private static String headers(HttpEndpoint endpoint) {
    URI url = endpoint.url();
    int port = SameOriginClient.port(url);
    StringBuilder lines = new StringBuilder(" HTTP/1.1\r\nHost: ").append(url.getHost());
    if (port != SameOriginClient.HTTP_PORT) {
      lines.append(':').append(port);
    }
    if (endpoint.headers().keySet().stream()
        .noneMatch(name -> name.toLowerCase(Locale.ROOT).equals("user-agent"))) {
      lines.append("\r\nUser-Agent: polyplug");
    }
    endpoint
        .headers()
        .forEach((name, value) -> lines.append("\r\n").append(name).append(": ").append(value));
    return lines
        .append("\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ")
        .toString();
  }

  private static String target(URI url) {
    URI ascii = URI.create(url.toASCIIString());
    String path = ascii.getRawPath();
    String query = ascii.getRawQuery();
    return (path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
  }

  /** Sends one to a URL of the endpoint's origin. */
  HttpAnswer send(URI url, FrameBytes body) throws IOException, InterruptedException {
    String head = "POST " + target(url) + headers + body.length() + "\r\n\r\n";
    PlainConnection connection = connections.take();
    PlainConnection.Answer answer = null;
    try {
      answer = connection.post(Ascii.bytes(head), body);
    } finally {
      if (answer == null) {
        connections.drop(connection);
      }
    }
    InputStream content = answer.body();
    if (content == null) {
      leave(connection, answer.reusable());
      content = InputStream.nullInputStream();
    } else {
      content = new Body(content, connection, answer.reusable());
    }
    return new HttpAnswer(answer.status(), answer.location(), "", HttpAnswer.NO_HEADERS, content);
  }

  private void leave(PlainConnection connection, boolean reusable) {
    if (reusable) {
      connections.giveBack(connection);
    } else {
      connections.drop(connection);
    }
  }

  @Override
  public void close() {
    connections.close();
  }

  /** A body that knows when its connection is free; not closed itself, which might read on. */
  private final class Body extends InputStream {
    private final InputStream in;
    private final PlainConnection connection;
    private final boolean reusable;
    private boolean left;

    Body(InputStream in, PlainConnection connection, boolean reusable) {
      this.in = in;
      this.connection = connection;
      this.reusable = reusable;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = left ? -1 : in.read(bytes, offset, length);
      if (count < 0) {
        leaveOnce(reusable);
      }
      return count;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public void close() {
      leaveOnce(false);
    }

    private void leaveOnce(boolean keep) {
      if (!left) {
        left = true;
        leave(connection, keep);
      }
    }
  }
}
