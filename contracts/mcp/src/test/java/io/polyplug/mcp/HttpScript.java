package io.polyplug.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.polyplug.host.PluginHost;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** An MCP server over HTTP on this machine, which answers as a test says. */
final class HttpScript implements AutoCloseable {
  /** A request, with what a test needs of it. */
  record Seen(HttpExchange exchange, String verb, String body) {
    String header(String name) {
      return String.valueOf(exchange.getRequestHeaders().getFirst(name));
    }

    String method() {
      return text("method");
    }

    String id() {
      return String.valueOf(member(Json.parse(body), "id"));
    }

    private String text(String name) {
      Json value = body.isEmpty() ? null : member(Json.parse(body), name);
      return value == null ? "" : String.valueOf(value.stringValue());
    }

    private static @Nullable Json member(Json object, String name) {
      return JsonParts.find(object, name)[0];
    }

    void answer(int status, String type, String content) throws IOException {
      byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(bytes);
      }
    }

    void result(String result) throws IOException {
      answer(200, "application/json", reply(result));
    }

    String reply(String result) {
      return "{\"jsonrpc\":\"2.0\",\"id\":" + id() + ",\"result\":" + result + "}";
    }

    void error(int status, int code, String message) throws IOException {
      answer(
          status,
          "application/json",
          "{\"jsonrpc\":\"2.0\",\"id\":"
              + (body.isEmpty() ? "null" : id())
              + ",\"error\":{\"code\":"
              + code
              + ",\"message\":\""
              + message
              + "\"}}");
    }

    /** Begins an event stream; the caller closes it. */
    OutputStream events() throws IOException {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      return exchange.getResponseBody();
    }
  }

  /** What a test does with a request. */
  interface Answering {
    /** False if the usual answer is to be given. */
    boolean answer(Seen seen) throws Exception;
  }

  static final String MODERN =
      "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"
          + "{\"tools\":{}}}";
  private static final String LEGACY =
      "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":"
          + "{\"name\":\"s\",\"version\":\"1\"}}";

  final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private final boolean modern;
  private final CountDownLatch closed = new CountDownLatch(1);

  HttpScript(boolean modern, Answering answering) throws IOException {
    this.modern = modern;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", exchange -> handle(exchange, answering));
    server.start();
  }

  private void handle(HttpExchange exchange, Answering answering) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Seen request = new Seen(exchange, exchange.getRequestMethod(), body);
    seen.add(request);
    try {
      if (!answering.answer(request)) {
        usual(request);
      }
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      exchange.close();
    }
  }

  private void usual(Seen request) throws IOException {
    switch (request.method()) {
      case "server/discover" -> {
        if (modern) {
          request.result(MODERN);
        } else {
          request.error(400, -32000, "Bad Request: Server not initialized");
        }
      }
      case "initialize" -> {
        request.exchange().getResponseHeaders().set("Mcp-Session-Id", "session-" + seen.size());
        request.result(LEGACY);
      }
      case "tools/list" -> request.result("{\"tools\":[],\"resultType\":\"complete\"}");
      case "tools/call" -> request.result("{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}");
      default ->
          request.answer(
              request.verb().equals("POST") || request.verb().equals("DELETE") ? 202 : 405,
              "text/plain",
              "");
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
  }

  /** A host with this server under the id {@code it}. */
  PluginHost host(Path folder, McpHooks hooks, String toml) throws IOException {
    return host(folder, hooks, url(), toml);
  }

  static PluginHost host(Path folder, McpHooks hooks, String url, String toml) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("polyplug.toml"),
            "[[plugin]]\ncontract = 'mcp'\nid = 'it'\nurl = '" + url + "'\n" + toml + "\n");
    return PluginHost.builder().contract(new McpContract(hooks)).configFile(file).build();
  }

  /** Requests of this method. */
  List<Seen> of(String method) {
    return seen.stream().filter(it -> it.method().equals(method)).toList();
  }

  /** Waits until the server is closed, for streams that stay open. */
  void awaitClose() throws InterruptedException {
    closed.await();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }
}
