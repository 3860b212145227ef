package io.polyplug.sdk.internal;

import com.sun.net.httpserver.HttpExchange;
import io.polyplug.mcp.server.HttpCall;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One request that the JDK's server brought. Writes block the thread that writes. */
record JdkCall(HttpExchange exchange, byte[] body) implements HttpCall {
  @Override
  public String method() {
    return exchange.getRequestMethod();
  }

  @Override
  public Optional<String> header(String name) {
    return header(exchange, name);
  }

  static Optional<String> header(HttpExchange exchange, String name) {
    List<String> values = exchange.getRequestHeaders().get(name);
    return values == null ? Optional.empty() : Optional.of(String.join(", ", values));
  }

  @Override
  public void answer(int status, Map<String, String> headers, byte[] whole) throws IOException {
    headers.forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(status, whole.length == 0 ? -1 : whole.length);
    if (whole.length > 0) {
      exchange.getResponseBody().write(whole);
    }
    exchange.close();
  }

  @Override
  public Events events(Map<String, String> headers) throws IOException {
    headers.forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    out.flush();
    return new Events() {
      @Override
      public void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
      }

      @Override
      public void close() throws IOException {
        exchange.close();
      }
    };
  }
}
