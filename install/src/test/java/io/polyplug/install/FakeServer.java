package io.polyplug.install;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/** A web server on loopback that says what it is told to, and remembers what it was asked. */
public final class FakeServer implements AutoCloseable {
  /** What came in. */
  public record Asked(String path, Map<String, List<String>> headers) {
    public List<String> header(String name) {
      return headers.getOrDefault(name, List.of());
    }
  }

  /** What goes out; a negative length is the truth about the body. */
  public record Reply(int status, Map<String, String> headers, byte[] body, long length) {
    public static Reply ok(byte[] body) {
      return new Reply(200, Map.of(), body, -1);
    }

    public static Reply ok(String body) {
      return ok(body.getBytes(StandardCharsets.UTF_8));
    }

    public static Reply status(int status, String... headers) {
      Map<String, String> all = new ConcurrentHashMap<>();
      for (int i = 0; i < headers.length; i += 2) {
        all.put(headers[i], headers[i + 1]);
      }
      return new Reply(status, all, new byte[0], -1);
    }

    /** A body without end. */
    public static Reply endless() {
      return new Reply(200, Map.of(), new byte[64 * 1024], Long.MAX_VALUE);
    }
  }

  private final HttpServer server;
  private final String scheme;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Function<Asked, Reply>> replies = new ConcurrentHashMap<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  private FakeServer(HttpServer server, String scheme) {
    this.server = server;
    this.scheme = scheme;
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  public static FakeServer start() throws IOException {
    return new FakeServer(HttpServer.create(here(), 0), "http");
  }

  static FakeServer startSecure(SSLContext tls) throws IOException {
    HttpsServer server = HttpsServer.create(here(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    return new FakeServer(server, "https");
  }

  private static InetSocketAddress here() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  public FakeServer on(String path, Function<Asked, Reply> reply) {
    replies.put(path, reply);
    return this;
  }

  public FakeServer on(String path, Reply reply) {
    return on(path, any -> reply);
  }

  public String authority() {
    return "localhost:" + server.getAddress().getPort();
  }

  public String address(String path) {
    return scheme + "://" + authority() + path;
  }

  Source.Url source(String path) {
    return new Source.Url(URI.create(address(path)));
  }

  public List<Asked> asked() {
    return asked;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers headers = exchange.getRequestHeaders();
      Asked now = new Asked(exchange.getRequestURI().toString(), Map.copyOf(headers));
      asked.add(now);
      Function<Asked, Reply> known =
          replies.getOrDefault(exchange.getRequestURI().getPath(), any -> Reply.status(404));
      Reply reply = known.apply(now);
      reply.headers().forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
      if (reply.length() == Long.MAX_VALUE) {
        exchange.sendResponseHeaders(reply.status(), 0);
        while (true) {
          // Ends when the other side has had enough.
          exchange.getResponseBody().write(reply.body());
        }
      }
      long length = reply.length() < 0 ? reply.body().length : reply.length();
      exchange.sendResponseHeaders(reply.status(), length == 0 ? -1 : length);
      exchange.getResponseBody().write(reply.body());
      exchange.getResponseBody().flush();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
