package io.polyplug.ainb.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server on loopback that writes exactly the bytes that a test wants. */
public final class TestServer implements AutoCloseable {
  /** What came in. */
  record Incoming(String head, String body) {
    String line() {
      return head.substring(0, head.indexOf("\r\n"));
    }
  }

  /** Writes the answer; the connection is closed after it. */
  @FunctionalInterface
  interface Reply {
    void write(Incoming request, OutputStream out) throws Exception;
  }

  private static final Pattern LENGTH = Pattern.compile("content-length: *([0-9]+)");

  final List<Incoming> requests = new CopyOnWriteArrayList<>();
  private final ServerSocket socket;
  private final Reply reply;

  TestServer(ServerSocket socket, Reply reply) {
    this.socket = socket;
    this.reply = reply;
    Thread.ofVirtual().start(this::accept);
  }

  public static TestServer start(Reply reply) {
    try {
      return new TestServer(new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1")), reply);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** One that always answers the same text. */
  public static TestServer answering(String text) {
    return start((request, out) -> out.write(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  int port() {
    return socket.getLocalPort();
  }

  public String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = socket.accept();
        Thread.ofVirtual().start(() -> serve(connection));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      Incoming request = read(connection.getInputStream());
      requests.add(request);
      reply.write(request, connection.getOutputStream());
      connection.getOutputStream().flush();
    } catch (Exception goneClient) {
      // What the client makes of it is what the test looks at.
    }
  }

  private static Incoming read(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the client is gone");
      }
      head.write(next);
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    Matcher length = LENGTH.matcher(text.toLowerCase(Locale.ROOT));
    byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
    return new Incoming(text, new String(body, StandardCharsets.ISO_8859_1));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
