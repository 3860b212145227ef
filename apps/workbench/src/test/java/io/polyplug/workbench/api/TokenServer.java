package io.polyplug.workbench.api;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * An authorization server on loopback, with one client, {@code me}, whose secret is {@link
 * #SECRET}. {@code /token} gives tokens, and other paths answer as they are called.
 */
public final class TokenServer implements AutoCloseable {
  /** With a sign that has to be encoded. */
  public static final String SECRET = "hush hush&1";

  private static final String CREDENTIALS = "Basic bWU6aHVzaCtodXNoJTI2MQ==";

  /** The forms that were sent, in their order. */
  final BlockingQueue<String> asked = new LinkedBlockingQueue<>();

  private final CountDownLatch over = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  public TokenServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** An address of it. */
  public String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
      String credentials = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
      switch (exchange.getRequestURI().getPath()) {
        case "/token" -> token(exchange, credentials);
        case "/page" -> answer(exchange, 200, "<html>Welcome</html>");
        case "/endless" -> endless(exchange);
        case "/silent" -> hold();
        case "/moved" -> {
          exchange.getResponseHeaders().set("Location", url("/token"));
          answer(exchange, 307, "");
        }
        default -> answer(exchange, 404, "");
      }
    }
  }

  private static void token(HttpExchange exchange, String credentials) throws IOException {
    if (credentials.equals(CREDENTIALS)) {
      answer(
          exchange,
          200,
          "{\"access_token\":\"abc.def\",\"token_type\":\"Bearer\",\"expires_in\":3600}");
    } else {
      // Such a server exists: it repeats what it was given.
      answer(
          exchange,
          401,
          "{\"error\":\"invalid_client\",\"error_description\":\"\\u001b[31mno client has "
              + credentials
              + " nor wrong+one nor wrong one\"}");
    }
  }

  private static void endless(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    byte[] piece = " ".repeat(8_192).getBytes(StandardCharsets.UTF_8);
    while (true) {
      exchange.getResponseBody().write(piece);
    }
  }

  private void hold() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    over.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
