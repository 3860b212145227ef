package io.polyplug.mcp.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.polyplug.base.Clock;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.wire.ByteSink;
import io.polyplug.wire.Json;
import io.polyplug.wire.StreamTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A client that says and hears lines, over a socket to a server of its own. */
final class LineClient implements AutoCloseable {
  static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";

  final StreamServer server;
  private final Socket socket;
  private final BufferedReader lines;

  LineClient(McpServer served) throws IOException {
    try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      socket = new Socket(door.getInetAddress(), door.getLocalPort());
      socket.setSoTimeout(30_000);
      Socket other = door.accept();
      server =
          StreamServer.over(
              new StreamTransport(
                  "test",
                  other.getInputStream(),
                  ByteSink.of(other.getOutputStream()),
                  McpDialect.LINES,
                  Clock.system(),
                  null),
              served);
    }
    lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  void say(String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(UTF_8));
    socket.getOutputStream().flush();
  }

  /** A request with an id; params without braces. */
  void ask(String id, String method, String params) throws IOException {
    say(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":{%s}}"
            .formatted(id, method, params));
  }

  void tell(String method, String params) throws IOException {
    say("{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":{%s}}".formatted(method, params));
  }

  Json hear() throws IOException {
    String line = lines.readLine();
    if (line == null) {
      throw new AssertionError("the stream has ended");
    }
    return Json.parse(line);
  }

  /** The next line as text; null at the end. */
  String hearText() throws IOException {
    return String.valueOf(lines.readLine());
  }

  void initialize(String version) throws IOException {
    ask(
        "\"init\"",
        "initialize",
        "\"protocolVersion\":\"%s\",\"capabilities\":{\"elicitation\":{}}".formatted(version));
  }

  /** Nothing more is said, but still heard. */
  void stopTalking() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    server.close();
  }
}
