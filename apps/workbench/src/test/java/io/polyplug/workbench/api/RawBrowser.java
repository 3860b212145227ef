package io.polyplug.workbench.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.polyplug.workbench.Workbench;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

/** A browser that sends the headers that it is told to, and reads only when it is told to. */
final class RawBrowser implements AutoCloseable {
  private final Socket socket = new Socket();

  RawBrowser(Workbench workbench) throws IOException {
    socket.setReceiveBufferSize(64 << 10);
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), workbench.port()), 30_000);
    socket.setSoTimeout(60_000);
  }

  RawBrowser ask(String method, String path, List<String> headers) throws IOException {
    StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    headers.forEach(header -> text.append(header).append("\r\n"));
    socket.getOutputStream().write(text.append("\r\n").toString().getBytes(UTF_8));
    return this;
  }

  String statusLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = socket.getInputStream().read();
        next >= 0 && next != '\r';
        next = socket.getInputStream().read()) {
      line.append((char) next);
    }
    return line.toString();
  }

  SentEvents read() throws IOException {
    return new SentEvents(socket.getInputStream());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
