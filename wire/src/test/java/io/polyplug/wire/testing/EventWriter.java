package io.polyplug.wire.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;

/** Writes one event stream of a {@link SseTestServer} until it is ended or its client is gone. */
record EventWriter(Socket socket, BlockingQueue<byte[]> queue, boolean chunked, int breakAfter)
    implements Runnable {
  static final byte[] END = new byte[0];

  void begin() throws IOException {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n";
    String length = chunked ? "Transfer-Encoding: chunked\r\n" : "Connection: close\r\n";
    socket.getOutputStream().write((head + length + "\r\n").getBytes(US_ASCII));
  }

  @Override
  public void run() {
    try (socket) {
      OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
      byte[] next = END;
      for (int sent = 0; sent < breakAfter; sent++) {
        next = queue.take();
        if (next.length == 0) {
          break;
        }
        write(out, next);
        if (queue.isEmpty()) {
          out.flush();
        }
      }
      if (chunked && next.length == 0) {
        out.write("0\r\n\r\n".getBytes(US_ASCII));
      }
      out.flush();
    } catch (IOException gone) {
      // So has the client.
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(OutputStream out, byte[] bytes) throws IOException {
    if (chunked) {
      out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(US_ASCII));
    }
    out.write(bytes);
    if (chunked) {
      out.write("\r\n".getBytes(US_ASCII));
    }
  }
}
