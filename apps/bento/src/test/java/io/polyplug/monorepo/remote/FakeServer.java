package io.polyplug.monorepo.remote;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server on loopback that keeps what it is given by path, and fails as it is told. */
final class FakeServer implements AutoCloseable {
  /** How to treat one request; false to leave it to the server. */
  interface Behaviour {
    boolean handle(HttpExchange exchange, byte[] body) throws IOException;
  }

  /** A request as it came. */
  record Seen(String method, String path, Headers headers, int length) {
    String line() {
      return method + " " + path;
    }
  }

  final Map<String, byte[]> stored = new ConcurrentHashMap<>();
  final List<Seen> seen = new CopyOnWriteArrayList<>();
  final Queue<Behaviour> behaviours = new ConcurrentLinkedQueue<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  FakeServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<String> lines() {
    return seen.stream().map(Seen::line).toList();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().toString();
      seen.add(
          new Seen(exchange.getRequestMethod(), path, exchange.getRequestHeaders(), body.length));
      Behaviour behaviour = behaviours.poll();
      if (behaviour != null && behaviour.handle(exchange, body)) {
        return;
      }
      switch (exchange.getRequestMethod()) {
        case "PUT" -> {
          stored.put(path, body);
          answer(exchange, 201, "");
        }
        case "HEAD" -> exchange.sendResponseHeaders(stored.containsKey(path) ? 200 : 404, -1);
        case "GET" -> give(exchange, stored.get(path));
        default -> answer(exchange, 405, "");
      }
    }
  }

  private static void give(HttpExchange exchange, byte[] body) throws IOException {
    if (body == null) {
      answer(exchange, 404, "{\"error\":{\"kind\":\"not_found\"}}");
    } else {
      exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    boolean none = bytes.length == 0 || exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, none ? -1 : bytes.length);
    if (!none) {
      exchange.getResponseBody().write(bytes);
    }
  }

  void then(Behaviour... next) {
    behaviours.addAll(List.of(next));
  }

  static Behaviour status(int status) {
    return status(status, "");
  }

  static Behaviour status(int status, String body) {
    return (exchange, _) -> {
      answer(exchange, status, body);
      return true;
    };
  }

  static Behaviour redirect(int status, String to) {
    return (exchange, _) -> {
      exchange.getResponseHeaders().add("Location", to);
      answer(exchange, status, "");
      return true;
    };
  }

  /** Leaves the request to the server. */
  static Behaviour usual() {
    return (_, _) -> false;
  }

  /** Ends the connection without a word. */
  static Behaviour hangUp() {
    return (exchange, _) -> {
      exchange.close();
      return true;
    };
  }

  static Behaviour shortBody() {
    return (exchange, _) -> {
      exchange.sendResponseHeaders(200, 10_240);
      exchange.getResponseBody().write(new byte[2048]);
      exchange.close();
      return true;
    };
  }

  /** Begins an answer and does not go on. */
  Behaviour slowBody() {
    return (exchange, _) -> {
      exchange.sendResponseHeaders(200, 10_240);
      OutputStream out = exchange.getResponseBody();
      out.write(new byte[512]);
      out.flush();
      awaitEnd();
      return true;
    };
  }

  private void awaitEnd() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    over.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
