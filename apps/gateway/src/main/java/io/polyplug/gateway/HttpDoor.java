package io.polyplug.gateway;

import io.polyplug.door.Door;
import io.polyplug.door.DoorLimits;
import io.polyplug.door.DoorService;
import io.polyplug.door.DoorSettings;
import io.polyplug.door.Exchange;
import io.polyplug.door.Refused;
import io.polyplug.mcp.server.HttpCall;
import io.polyplug.mcp.server.HttpServer;
import io.polyplug.mcp.server.McpServer;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** A gateway's address on loopback: {@code /mcp} and nothing else. */
final class HttpDoor implements AutoCloseable {
  static final String PATH = "/mcp";

  private final Door door;
  private final HttpServer http;

  /**
   * Opens it.
   *
   * @param port 0 for any that is free
   * @param token empty to ask for none
   */
  HttpDoor(McpServer server, int port, Optional<String> token) throws IOException {
    this(server, port, token, DoorLimits.USUAL);
  }

  /** With other limits, for tests. */
  HttpDoor(McpServer server, int port, Optional<String> token, DoorLimits limits)
      throws IOException {
    this.http = new HttpServer(server);
    this.door =
        new Door(
            DoorSettings.loopback("gateway", port, token).withLimits(limits), new Service(http));
  }

  private record Service(HttpServer http) implements DoorService {
    @Override
    public void serve(Exchange exchange) throws IOException, Refused, InterruptedException {
      if (!PATH.equals(exchange.path())) {
        throw new Refused(404, "there is only " + PATH + " here");
      }
      http.handle(new Call(exchange, exchange.body()));
    }
  }

  /** A request as the server of MCP takes it. */
  private record Call(Exchange exchange, byte[] body) implements HttpCall {
    @Override
    public String method() {
      return exchange.method();
    }

    @Override
    public Optional<String> header(String name) {
      return exchange.header(name);
    }

    @Override
    public void answer(int status, Map<String, String> headers, byte[] whole) throws IOException {
      exchange.answer(status, headers, whole);
    }

    @Override
    public Events events(Map<String, String> headers) throws IOException {
      Exchange.Events events = exchange.events(headers);
      return new Events() {
        @Override
        public void write(String text) throws IOException {
          events.write(text);
        }

        @Override
        public void close() throws IOException {
          events.close();
        }
      };
    }
  }

  int port() {
    return door.port();
  }

  @Override
  public void close() {
    http.close();
    door.close();
  }
}
