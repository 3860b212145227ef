package io.polyplug.gateway;

import io.polyplug.door.DoorLimits;
import io.polyplug.mcp.protocol.Implementation;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.mcp.protocol.ToolHeaders;
import io.polyplug.mcp.server.McpServer;
import io.polyplug.mcp.server.Page;
import io.polyplug.mcp.server.ServedResources;
import io.polyplug.mcp.server.ServedTools;
import io.polyplug.mcp.server.ServerCall;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server at an address of its own, whose tools tests can follow, and a client for it. */
final class HttpStage implements AutoCloseable, ServedTools, ServedResources {
  static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";

  final CountDownLatch began = new CountDownLatch(1);
  final CountDownLatch interrupted = new CountDownLatch(1);
  final CountDownLatch go = new CountDownLatch(1);
  final McpServer server =
      McpServer.named(new Implementation("stage", "stage", "1"))
          .tools(this)
          .resources(this)
          .build();
  final HttpDoor door;
  private final HttpClient client = HttpClient.newHttpClient();

  HttpStage(Optional<String> token, DoorLimits limits) throws IOException {
    door = new HttpDoor(server, 0, token, limits);
  }

  HttpStage() throws IOException {
    this(Optional.empty(), DoorLimits.USUAL);
  }

  @Override
  public Page list(Optional<String> cursor) {
    return Page.all(List.of());
  }

  @Override
  public ToolHeaders headers(String name) {
    return new ToolHeaders(
        List.of(
            new ToolHeaders.Marked("Region", List.of("region")),
            new ToolHeaders.Marked("Count", List.of("count"))));
  }

  @Override
  public Json call(String name, Json arguments, ServerCall call) throws Exception {
    return switch (name) {
      case "echo", "é" -> content(arguments);
      case "wait" -> await();
      case "steps" -> {
        call.progress(1, OptionalDouble.empty(), "");
        yield content(Json.EMPTY_OBJECT);
      }
      case "ask" -> content(call.ask("a", "elicitation", McpMethods.ELICIT, Json.EMPTY_OBJECT));
      case "flood" -> flood(call);
      case "broken" -> throw new IllegalStateException("a secret of ours");
      default -> throw new RpcException(ErrorObject.INVALID_PARAMS, "Unknown tool");
    };
  }

  private Json await() throws InterruptedException {
    began.countDown();
    try {
      if (!go.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody let it go on");
      }
      return content(Json.EMPTY_OBJECT);
    } catch (InterruptedException e) {
      interrupted.countDown();
      throw e;
    }
  }

  /** Tells more than anybody reads, until it is stopped. */
  private Json flood(ServerCall call) throws InterruptedException {
    began.countDown();
    String much = "x".repeat(100_000);
    for (int i = 0; !Thread.interrupted(); i++) {
      call.progress(i, OptionalDouble.empty(), much);
    }
    interrupted.countDown();
    throw new InterruptedException();
  }

  private static Json content(Json value) {
    return Json.object(
        out -> {
          out.writeName("content");
          value.writeTo(out);
        });
  }

  @Override
  public Json read(String uri, ServerCall call) throws NoSuchResource {
    throw new NoSuchResource(uri);
  }

  /** A request to be sent: names and values of headers in turn. */
  HttpRequest.Builder request(String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + door.port() + HttpDoor.PATH));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request;
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Returns as soon as the answer begins. */
  HttpResponse<InputStream> open(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
  }

  HttpRequest.Builder post(String body, String... headers) {
    return request(headers)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  /** A request of a client that opened a session; params without braces. */
  HttpRequest.Builder legacy(String session, String id, String method, String params) {
    return post(message(id, method, params), "Mcp-Session-Id", session);
  }

  /** A request that brings its own terms and all headers that its method needs. */
  HttpRequest.Builder modern(String id, String method, String params) {
    return post(
        message(id, method, params.isEmpty() ? META : params + "," + META),
        "MCP-Protocol-Version",
        "2026-07-28",
        "Mcp-Method",
        method);
  }

  /** A call of a tool. */
  HttpRequest.Builder modernCall(String id, String tool) {
    return modern(id, "tools/call", "\"name\":\"" + tool + "\"").header("Mcp-Name", tool);
  }

  static String message(String id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":{%s}}"
        .formatted(id, method, params);
  }

  /** A new session. */
  String initialize() throws Exception {
    HttpResponse<String> answer =
        send(
            post(
                message(
                    "0",
                    "initialize",
                    "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"elicitation\":{}}")));
    return answer.headers().firstValue("Mcp-Session-Id").orElseThrow();
  }

  static Json at(Json value, String... path) {
    Json found = value;
    for (String step : path) {
      Json next = JsonParts.find(found, step)[0];
      if (next == null) {
        throw new AssertionError("no " + step + " in " + value);
      }
      found = next;
    }
    return found;
  }

  /** The code of an error. */
  static String code(HttpResponse<String> answer) {
    return at(Json.parse(answer.body()), "error", "code").toString();
  }

  @Override
  public void close() {
    client.shutdownNow();
    door.close();
  }
}
