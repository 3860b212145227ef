package io.polyplug.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** A client that minds no rule of HTTP. */
final class RawClient implements AutoCloseable {
  private final Socket socket = new Socket();

  RawClient(HttpDoor door) throws IOException {
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), door.port()), 30_000);
    socket.setSoTimeout(30_000);
  }

  void say(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
  }

  /** A request with a body, whose length is told. */
  static String post(HttpDoor door, String body, String... headers) {
    StringBuilder text =
        new StringBuilder("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + door.port() + "\r\n")
            .append("Content-Type: application/json\r\n")
            .append("Content-Length: " + body.getBytes(UTF_8).length + "\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    return text.append("\r\n").append(body).toString();
  }

  /** Says one piece again and again, slowly, until it is answered or turned away. */
  void drip(String piece) throws IOException {
    socket.setSoTimeout(20);
    while (true) {
      try {
        say(piece);
        if (socket.getInputStream().read() != 0) {
          return;
        }
      } catch (SocketTimeoutException e) {
        // Nothing yet: the pause that makes it slow.
      } catch (IOException e) {
        return;
      }
    }
  }

  /** The first line of the next answer. */
  String statusLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    InputStream in = socket.getInputStream();
    for (int next = in.read(); next >= 0 && next != '\r'; next = in.read()) {
      line.write(next);
    }
    return line.toString(ISO_8859_1);
  }

  /** All that comes until the other end closes. */
  String untilEnd() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      socket.getInputStream().transferTo(all);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the connection stays open");
    } catch (IOException e) {
      // Closed the hard way.
    }
    return all.toString(ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
