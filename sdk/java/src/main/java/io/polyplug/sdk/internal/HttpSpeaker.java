package io.polyplug.sdk.internal;

import com.sun.net.httpserver.HttpExchange;
import io.polyplug.mcp.server.HttpCall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/**
 * Serves any number of hosts over HTTP on loopback until the process is ended: MCP at {@code /mcp},
 * bowire everywhere else. Who reached us under another name than this machine's own, or from a page
 * of another site, is turned away before anything is read.
 */
final class HttpSpeaker {
  private static final int WAITING_CONNECTIONS = 64;
  private static final int MOST_BODY = 16 << 20;
  private static final String MCP = "/mcp";

  private final io.polyplug.mcp.server.HttpServer mcp;
  private final BowireHttp bowire;

  HttpSpeaker(Declaration plugin) {
    Running running = new Running();
    mcp = new io.polyplug.mcp.server.HttpServer(McpSpeaker.server(plugin, running));
    bowire = new BowireHttp(plugin, running);
  }

  void serve(int port) throws IOException, InterruptedException {
    // A request that drips in for ever would hold a thread for ever.
    if (System.getProperty("sun.net.httpserver.maxReqTime") == null) {
      System.setProperty("sun.net.httpserver.maxReqTime", "60");
    }
    com.sun.net.httpserver.HttpServer server =
        com.sun.net.httpserver.HttpServer.create(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port),
            WAITING_CONNECTIONS);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    int bound = server.getAddress().getPort();
    server.createContext("/", exchange -> handle(exchange, bound));
    server.start();
    System.err.println("listening on http://127.0.0.1:" + bound);
    // Until the process is ended.
    new CountDownLatch(1).await();
  }

  private void handle(HttpExchange exchange, int port) throws IOException {
    try (exchange) {
      if (!isOurs(exchange, port)) {
        refuse(exchange, 403, "this is for programs of this machine alone");
        return;
      }
      byte[] body = exchange.getRequestBody().readNBytes(MOST_BODY + 1);
      if (body.length > MOST_BODY) {
        refuse(exchange, 413, "a request has at most " + MOST_BODY + " bytes");
        return;
      }
      HttpCall call = new JdkCall(exchange, body);
      if (exchange.getRequestURI().getPath().equals(MCP)) {
        mcp.handle(call);
      } else {
        bowire.handle(call);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      Failures.trace(System.err, "HTTP", e);
    }
  }

  private static void refuse(HttpExchange exchange, int status, String sentence)
      throws IOException {
    byte[] text = (sentence + "\n").getBytes(StandardCharsets.UTF_8);
    new JdkCall(exchange, new byte[0])
        .answer(status, Map.of("Content-Type", "text/plain; charset=utf-8"), text);
  }

  private static boolean isOurs(HttpExchange exchange, int port) {
    Optional<String> host = JdkCall.header(exchange, "Host");
    Optional<String> origin = JdkCall.header(exchange, "Origin");
    return host.isPresent()
        && isLoopback(host.get(), port)
        && (origin.isEmpty()
            || (origin.get().startsWith("http://")
                && isLoopback(origin.get().substring("http://".length()), port)));
  }

  private static boolean isLoopback(String authority, int port) {
    String lower = authority.toLowerCase(Locale.ROOT);
    return lower.equals("127.0.0.1:" + port) || lower.equals("localhost:" + port);
  }
}
