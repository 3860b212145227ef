package io.polyplug.wire.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a {@link SseTestServer} answers one request. */
@FunctionalInterface
public interface ServerReply {
  /** Writes it; whether the connection may serve another request. */
  boolean write(Socket to) throws IOException;

  /** A success with JSON. */
  static ServerReply json(String body) {
    return status(200, "application/json", body);
  }

  /** Any status with any body. */
  static ServerReply status(int status, String contentType, String body) {
    return with(status, "Content-Type: " + contentType + "\r\n", body);
  }

  /** A redirect. */
  static ServerReply redirect(int status, String location) {
    return with(status, "Location: " + location + "\r\n", "");
  }

  /** Accepted, without a body. */
  static ServerReply accepted() {
    return with(202, "", "");
  }

  private static ServerReply with(int status, String headers, String text) {
    byte[] body = text.getBytes(UTF_8);
    return to -> {
      head(to, status, headers + "Content-Length: " + body.length + "\r\n", body);
      return true;
    };
  }

  /** Announces more than it sends and resets the connection. */
  static ServerReply halfThenReset(String half) {
    return to -> {
      head(to, 200, "Content-Length: 1000\r\n", half.getBytes(UTF_8));
      to.setSoLinger(true, 0);
      return false;
    };
  }

  /** Announces more than it sends and then keeps silent. */
  static ServerReply halfThenSilence(String half) {
    return to -> {
      head(to, 200, "Content-Length: " + 2 * half.length() + "\r\n", half.getBytes(UTF_8));
      return never().write(to);
    };
  }

  /** Bytes as they are; the connection stays open. */
  static ServerReply raw(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return to -> {
      to.getOutputStream().write(bytes);
      return true;
    };
  }

  /** Something, and then something else without end. */
  static ServerReply rawWithoutEnd(String first, String again) {
    byte[] bytes = again.getBytes(UTF_8);
    return to -> {
      OutputStream out = to.getOutputStream();
      out.write(first.getBytes(UTF_8));
      while (true) {
        out.write(bytes);
      }
    };
  }

  /** The same, after which the connection is closed. */
  default ServerReply last() {
    return to -> {
      write(to);
      return false;
    };
  }

  /** Closes the connection without a word. */
  static ServerReply hangUp() {
    return to -> false;
  }

  /** A body without end. */
  static ServerReply endless() {
    return to -> {
      head(to, 200, "Connection: close\r\n", new byte[0]);
      OutputStream out = to.getOutputStream();
      byte[] blanks = " ".repeat(1 << 16).getBytes(UTF_8);
      while (true) {
        out.write(blanks);
      }
    };
  }

  /** Nothing, until the connection ends. */
  static ServerReply never() {
    return to -> {
      while (to.getInputStream().read() >= 0) {
        // A client that waits says nothing.
      }
      return false;
    };
  }

  /** The same, once the gate is open. */
  default ServerReply after(CountDownLatch gate) {
    return to -> {
      try {
        if (!gate.await(SseTestServer.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          throw new IOException("Nobody opened the gate.");
        }
      } catch (InterruptedException stop) {
        throw new IOException(stop);
      }
      return write(to);
    };
  }

  private static void head(Socket to, int status, String headers, byte[] body) throws IOException {
    byte[] head = ("HTTP/1.1 " + status + " X\r\n" + headers + "\r\n").getBytes(UTF_8);
    byte[] all = new byte[head.length + body.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(body, 0, all, head.length, body.length);
    to.getOutputStream().write(all);
  }
}
