package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.Implementation;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server with a few tools that tests can follow. */
final class Served implements ServedTools, ServedResources {
  static final Implementation INFO = new Implementation("served", "served", "1");

  final CountDownLatch began = new CountDownLatch(1);
  final CountDownLatch interrupted = new CountDownLatch(1);
  final CountDownLatch go = new CountDownLatch(1);
  final McpServer server = McpServer.named(INFO).tools(this).resources(this).logging().build();
  volatile Optional<ServerCall> last = Optional.empty();

  @Override
  public Page list(Optional<String> cursor) {
    return Page.all(List.of());
  }

  @Override
  public Json call(String name, Json arguments, ServerCall call) throws Exception {
    last = Optional.of(call);
    return switch (name) {
      case "echo" -> Results.object(java.util.Map.of("content", arguments));
      case "wait" -> await();
      case "steps" -> {
        call.progress(1, OptionalDouble.of(2), "one");
        call.progress(2, OptionalDouble.of(2), "");
        yield done();
      }
      case "log" -> {
        call.log("debug", "test", Json.string("small"));
        call.log("error", "test", Json.parse("{ \"large\" :\n true }"));
        yield done();
      }
      case "ask" ->
          Results.object(
              java.util.Map.of(
                  "content", call.ask("a", "elicitation", McpMethods.ELICIT, Json.EMPTY_OBJECT)));
      case "broken" -> throw new IllegalStateException("a secret of ours");
      default -> throw new RpcException(ErrorObject.INVALID_PARAMS, "Unknown tool: " + name);
    };
  }

  private Json await() throws InterruptedException {
    began.countDown();
    try {
      if (!go.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody let it go on");
      }
      return done();
    } catch (InterruptedException e) {
      interrupted.countDown();
      throw e;
    }
  }

  private static Json done() {
    return Json.parse("{\"content\":[]}");
  }

  @Override
  public Json read(String uri, ServerCall call) throws NoSuchResource {
    throw new NoSuchResource(uri);
  }

  /** A member of a member, and so on; null where there is none. */
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
}
